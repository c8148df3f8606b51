//! Follows a step that is neither an end nor a split.

use std::future::Future;
use std::time::Duration;

use super::{Action, Failure, Job, Limit, Next, Progress, Run, Step, Stop, Transport};
use crate::agent::merge_context;

impl<T: Transport> Run<'_, T> {
    pub(super) async fn follow(&mut self, job: &mut Job, step: Step) -> Result<(), Stop> {
        match step {
            Step::Resend(resend) => job.request = resend.request,
            Step::Wait(wait) => self.sleep(wait).await?,
            Step::Reauthenticate => self.reauthenticate(job).await?,
            Step::AskForContext => self.ask_for_context(job).await?,
            Step::AskUser => self.ask_user(job).await?,
            Step::Finish | Step::Split(_) | Step::Stop(_) => {}
        }
        Ok(())
    }

    /// Never less than what was asked for, a little more so that many agents don't come back at
    /// once; zero means now.
    pub(super) async fn sleep(&self, wait: Duration) -> Result<(), Stop> {
        if wait.is_zero() {
            return Ok(());
        }
        let left = self.time_left();
        if wait > left {
            return Err(Stop::WaitTooLong { wait, cap: left });
        }
        let jitter = wait.mul_f64(0.1 * self.agent.clock.random().clamp(0.0, 1.0));
        let wait = (wait + jitter.min(LARGEST_JITTER)).min(left);
        self.agent.tell(&Progress::Waiting(wait));
        tracing::debug!(seconds = wait.as_secs_f64(), "waiting");
        self.agent.clock.sleep(wait).await;
        Ok(())
    }

    /// Credentials that another call fetched since the request was sent are used as they are.
    async fn reauthenticate(&mut self, job: &Job) -> Result<(), Stop> {
        let action = Action::Reauthenticate;
        let agent = self.agent;
        if job.request.origin() != agent.origin() {
            return Err(Stop::NeedsHandler { action });
        }
        let (handler, failure) = self.asked(action, agent.handlers.reauthenticate.as_ref())?;
        let used = self.used.version;
        let refresh = async {
            let _one_at_a_time = agent.refreshing.lock().await;
            if agent.held().version != used {
                return Some(());
            }
            agent.tell(&Progress::Asking(action));
            agent.hold(Some(handler(failure).await?));
            Some(())
        };
        self.in_time(refresh)
            .await?
            .ok_or(Stop::HandlerGaveUp { action })?;
        self.refreshed = true;
        self.note_help(Next::Reauthenticated);
        Ok(())
    }

    async fn ask_for_context(&mut self, job: &mut Job) -> Result<(), Stop> {
        let action = Action::ProvideMissingContext;
        let (handler, failure) = self.asked(action, self.agent.handlers.context.as_ref())?;
        self.agent.tell(&Progress::Asking(action));
        let context = self.in_time(handler(failure.clone())).await?;
        let context = context.ok_or(Stop::HandlerGaveUp { action })?;
        let resend = merge_context(&job.request, &failure, &context, &job.history)?;
        self.note_help(Next::Supplied(resend.merged.clone()));
        job.request = resend.request.clone();
        self.count(job, &Step::Resend(Box::new(resend)))
    }

    async fn ask_user(&mut self, job: &mut Job) -> Result<(), Stop> {
        let action = Action::WaitForUserAction;
        let (handler, failure) = self.asked(action, self.agent.handlers.user.as_ref())?;
        self.agent.tell(&Progress::Asking(action));
        let acted = self.in_time(handler(failure)).await?;
        acted.ok_or(Stop::HandlerGaveUp { action })?;
        self.note_help(Next::UserActed);
        self.count(job, &Step::Wait(Duration::ZERO))
    }

    fn asked<H: Clone>(&self, action: Action, handler: Option<&H>) -> Result<(H, Failure), Stop> {
        let asked = handler.cloned().zip(self.failure.clone());
        asked.ok_or(Stop::NeedsHandler { action })
    }

    /// What a handler makes the agent do counts like what a server makes it do.
    fn count(&self, job: &mut Job, step: &Step) -> Result<(), Stop> {
        job.history.took(step);
        job.history.within(&self.agent.budget)
    }

    async fn in_time<V>(&self, work: impl Future<Output = V>) -> Result<V, Stop> {
        let late = |_| Stop::OverBudget { limit: Limit::Time };
        tokio::time::timeout(self.time_left(), work)
            .await
            .map_err(late)
    }
}

const LARGEST_JITTER: Duration = Duration::from_secs(5);

use std::path::Path;
use std::process::Command;

/// A small disk of its own.
pub(crate) struct Disk<'a>(&'a Path);

impl<'a> Disk<'a> {
    /// `None` where this user may not mount.
    pub(crate) fn mount(folder: &'a Path, options: &str) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o", options, "tmpfs"])
            .arg(folder);
        let mounted = mount.output().is_ok_and(|output| output.status.success());
        mounted.then_some(Self(folder))
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        let unmounted = Command::new("umount").arg("-l").arg(self.0).status();
        if !unmounted.is_ok_and(|status| status.success()) {
            println!("{} is still mounted", self.0.display());
        }
    }
}

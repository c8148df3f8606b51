// Calls an API that speaks the error envelope, recovers, prints a table: node recover.mjs BASE_URL CALLS.json
import { readFileSync } from "node:fs";
const KIND = new Map(Object.entries({
  merge: "retry_with_suggestion pick_different_value use_different_field fix_input_format fix_address_format",
  split: "batch_smaller", wait: "wait_and_retry abort_or_retry", refresh: "reauthenticate",
  "never retried": "report_bug contact_operator no_action_possible",
  "needs a handler": "provide_missing_context wait_for_user_action",
}).flatMap(([kind, actions]) => actions.split(" ").map((action) => [action, kind])));
const PROTECTED = ["authorization", "cookie", "host", "content-length", "transfer-encoding", "idempotency-key"];
const [REQUESTS, MOST, LONGEST_WAIT, DEFAULT_WAIT, BYTES] = [100, { merge: 16, wait: 10 }, 60, 30, 4 << 20];
const stop = (words) => { throw { words }; };
const isObject = (it) => typeof it === "object" && it !== null && !Array.isArray(it);
const key = (it) => JSON.stringify(it, (_, v) => isObject(v) ? Object.fromEntries(Object.entries(v).sort()) : v);

async function send(base, call, auth, text = "") {
  const path = call.url.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(call.path?.[name]));
  const pairs = Object.entries(call.query ?? {}).flatMap(([name, value]) => [value ?? []].flat().map((it) => [name, it]));
  const asked = { method: call.method, body: JSON.stringify(call.body), redirect: "manual", signal: AbortSignal.timeout(30_000),
    headers: { Accept: "application/json", "Content-Type": "application/json", ...call.header, ...auth } };
  const { status, headers, body } = await fetch(`${base}${path}?${new URLSearchParams(pairs)}`, asked);
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) if ((text += part).length > BYTES) return { status, headers };
  try { return { status, headers, envelope: JSON.parse(text || "{}") }; } catch { return { status, headers }; }
}

function merge(call, suggestion, place) {
  // {"field": f, "value": v} is the older form of {f: v}.
  const old = isObject(call[place]) ? call[place] : {};
  if (key(Object.keys(suggestion).sort()) === '["field","value"]' && !("field" in old || "value" in old)) suggestion = { [suggestion.field]: suggestion.value };
  const names = Object.keys(suggestion), fits = { body: true, query: true, path: names.every((name) => name in old), header: !names.some((name) => PROTECTED.includes(name.toLowerCase())) };
  return fits[place] ? { ...call, [place]: { ...old, ...suggestion } } : stop("cannot apply");
}

function split(call, size) {
  const lists = Object.entries(isObject(call.body) ? call.body : {}).filter(([, it]) => Array.isArray(it) && it.length > size);
  if (lists.length !== 1 || !Number.isInteger(size) || size < 1) stop("cannot split");
  const [[name, items]] = lists, starts = items.map((_, at) => at).filter((at) => at % size === 0);
  return starts.map((at) => ({ ...call, body: { ...call.body, [name]: items.slice(at, at + size) } }));
}

function wait(asked, header) {
  const named = /^\d+$/.test(header) ? Number(header) : (Date.parse(/GMT$/.test(header) ? header : "") - Date.now()) / 1000;
  const seconds = typeof asked === "number" && asked >= 0 ? asked : Number.isNaN(named) ? DEFAULT_WAIT : Math.max(0, named);
  return seconds > LONGEST_WAIT ? stop("wait too long") : new Promise((done) => setTimeout(done, 1000 * seconds));
}

async function follow(kind, call, feedback, headers, credential, auth) {
  const suggestion = isObject(feedback.suggestion) ? feedback.suggestion : {};
  if (kind === "split") return split(call, suggestion.batchSize);
  if (kind === "wait") return wait(suggestion.retry_after_s, headers.get("retry-after") ?? "").then(() => [call]);
  if (kind === "refresh" && credential && !auth.Authorization) return Object.assign(auth, { Authorization: credential }) && [call];
  if (kind === "merge" && key(suggestion) !== "{}") return [merge(call, suggestion, String(feedback.apply_to ?? "body"))];
  return stop({ merge: "no suggestion", refresh: auth.Authorization ? "new credentials refused" : "needs a handler" }[kind] ?? kind);
}

async function recover(base, call, credential) {
  let [first, requests, todo, sent, kinds, auth, end] = [undefined, 0, [call], [], [], {}, ""];
  try {
    while (todo.length) {
      if (requests + todo.length > REQUESTS) stop("over budget");
      [sent, requests, call] = [[...sent, key(todo[0])], requests + 1, todo.shift()];
      const { status, headers, envelope } = await send(base, call, auth), feedback = envelope?.feedback;
      const known = isObject(feedback) && typeof feedback.action === "string" && typeof feedback.retryable === "boolean";
      if (status < 300 && envelope !== undefined && (!known || envelope.ok !== false)) { [sent, kinds, end] = [[], [], `${status}`]; continue; }
      if (!known) stop(status >= 300 && status < 400 ? "redirect refused" : "not an envelope");
      first ??= [String(envelope.code ?? "-"), feedback.action];
      if (!feedback.retryable) stop("not retryable");
      const kind = KIND.get(feedback.action) ?? "unknown action";
      if (kinds.push(kind) && kinds.filter((it) => it === kind).length > (MOST[kind] ?? 99)) stop("over budget");
      todo.unshift(...await follow(kind, call, feedback, headers, credential, auth));
      if (kind === "merge" && sent.includes(key(todo[0]))) stop("already sent");
    }
  } catch (error) { end = error.words ?? (call.method === "GET" || error.cause?.code === "ECONNREFUSED" ? "unreachable" : "outcome unknown"); }
  return [`${call.method} ${call.url}`, ...(first ?? "--"), requests, end];
}
const plan = JSON.parse(readFileSync(process.argv[3], "utf8")), base = process.argv[2].replace(/\/$/, "");
const print = (...row) => console.log(row.map((it, at) => at === 3 ? `${it}`.padStart(8) : it.padEnd([26, 22, 23][at] ?? 0)).join("  "));
print("route", "first code", "action", "requests", "end");
for (const call of plan.calls) print(...await recover(base, call, plan.credential));

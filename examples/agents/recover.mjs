// Calls an API that speaks the error envelope, recovers, prints a table: node recover.mjs BASE_URL CALLS.json [SECONDS_PER_REQUEST]
import { readFileSync } from "node:fs";
const KINDS = Object.entries({ merge: ["retry_with_suggestion", "pick_different_value", "use_different_field", "fix_input_format", "fix_address_format"],
  split: ["batch_smaller"], wait: ["wait_and_retry", "abort_or_retry"], refresh: ["reauthenticate"], "never retried":
  ["report_bug", "contact_operator", "no_action_possible"], "needs a handler": ["provide_missing_context", "wait_for_user_action"] });
const PROTECTED = /^(authorization|cookie|host|content-length|transfer-encoding|idempotency-key|x-http-method-override)$/i;
const [REQUESTS, MOST, LONGEST_WAIT, DEFAULT_WAIT, BYTES, SECONDS] = [100, { merge: 16, wait: 10 }, 60, 30, 4 << 20, process.argv[4] ?? 30];
const stop = (words) => { throw { words }; };
const isObject = (it) => typeof it === "object" && it !== null && !Array.isArray(it);
const key = (it) => JSON.stringify(it, (_, v) => isObject(v) ? Object.fromEntries(Object.entries(v).sort()) : v);
const lower = (fields) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
const shown = (word) => [...word].slice(0, 64).join("").replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (it) => `\\u{${it.codePointAt(0).toString(16)}}`);

function prepare(base, call, auth) {
  const url = base + call.url.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(call.path?.[name]));
  const pairs = Object.entries(call.query ?? {}).flatMap(([name, value]) => [value ?? []].flat().map((it) => [name, it]));
  const headers = lower({ Accept: "application/json", "Content-Type": "application/json", ...call.header, ...auth });
  return new Request(`${url}?${new URLSearchParams(pairs)}`, { method: call.method, headers, body: JSON.stringify(call.body) });
}
async function send(request, parts = [], size = 0) {
  const { status, headers, body } = await fetch(request, { redirect: "manual", signal: AbortSignal.timeout(1000 * SECONDS) });
  for await (const part of body ?? []) if (parts.push(part) && (size += part.length) > BYTES) stop("body too large");
  const broken = /json|html/i.test(headers.get("content-type") ?? "json") ? undefined : {}; // other types are answers as they are
  try { return { status, headers, envelope: JSON.parse(size ? Buffer.concat(parts) : "{}") }; } catch { return { status, headers, envelope: broken }; }
}

function merge(call, suggestion, place) {
  const old = isObject(call[place]) ? call[place] : {}, pair = key(Object.keys(suggestion).sort()) === '["field","value"]';
  const older = pair && typeof suggestion.field === "string" && !("field" in old || "value" in old);
  const meant = older ? { [suggestion.field]: suggestion.value } : suggestion, change = Object.entries(place === "header" ? lower(meant) : meant);
  const plain = change.every(([, value]) => typeof value !== "object" && !["", ".", ".."].includes(value));
  const fits = { __proto__: null, body: true, query: !change.some(([, value]) => isObject(value)),
    path: plain && change.every(([name]) => Object.hasOwn(old, name)), header: plain && !change.some(([name]) => PROTECTED.test(name)) };
  return fits[place] ? { ...call, [place]: { ...old, ...Object.fromEntries(change) } } : stop("cannot apply");
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
async function follow(kind, call, suggestion, place, headers, credential, auth) {
  if (kind === "split") return split(call, suggestion.batchSize);
  if (kind === "wait") return wait(suggestion.retry_after_s, headers.get("retry-after") ?? "").then(() => [call]);
  if (kind === "refresh" && credential && !auth.Authorization) return Object.assign(auth, { Authorization: credential }) && [call];
  if (kind === "merge" && key(suggestion) !== "{}") return [merge(call, suggestion, typeof place === "string" ? place : "unknown")];
  return stop({ merge: "no suggestion", refresh: auth.Authorization ? "new credentials refused" : "needs a handler" }[kind] ?? kind);
}
async function recover(base, call, credential) {
  let [first, requests, todo, sent, kinds, auth, end] = [undefined, 0, [call], [], [], {}, ""];
  const lost = ({ words, cause }) => stop(words ?? (call.method === "GET" || cause?.code === "ECONNREFUSED" ? "unreachable" : "outcome unknown"));
  try {
    while (todo.length) {
      if (requests + todo.length > REQUESTS) stop("over budget");
      [sent, requests, call] = [[...sent, key(todo[0])], requests + 1, todo.shift()];
      const { status, headers, envelope } = await send(prepare(base, call, auth)).catch(lost), feedback = envelope?.feedback;
      const known = isObject(feedback) && typeof feedback.action === "string" && typeof feedback.retryable === "boolean";
      if (status < 300 && envelope !== undefined && (!known || envelope.ok !== false)) { [sent, kinds, end] = [[], [], `${status}`]; continue; }
      if (!known) stop(status >= 300 && status < 400 ? "redirect refused" : "not an envelope");
      first ??= [shown(typeof envelope.code === "string" ? envelope.code : "-"), shown(feedback.action)];
      const suggestion = isObject(feedback.suggestion) ? feedback.suggestion : {}, place = feedback.apply_to ?? "body";
      const brought = key(suggestion) !== "{}" && ["query", "path", "header"].includes(place) && feedback.action === "provide_missing_context";
      const kind = !feedback.retryable ? "not retryable" : brought ? "merge" : KINDS.find(([, it]) => it.includes(feedback.action))?.[0] ?? "unknown action";
      if (kinds.push(kind) && kinds.filter((it) => it === kind).length > (MOST[kind] ?? 99)) stop("over budget");
      todo.unshift(...await follow(kind, call, suggestion, place, headers, credential, auth));
      if (kind === "merge" && sent.includes(key(todo[0]))) stop(brought ? "needs a handler" : "already sent");
    }
  } catch ({ words }) { [requests, end] = words ? [requests, words] : [requests - 1, "cannot apply"]; } // it could not be sent
  return [`${call.method} ${call.url}`, ...(first ?? "--"), requests, end];
}
const plan = JSON.parse(readFileSync(process.argv[3], "utf8")), base = process.argv[2].replace(/\/$/, "");
const print = (...row) => console.log(row.map((it, at) => at === 3 ? `${it}`.padStart(8) : it.padEnd([26, 22, 23][at] ?? 0)).join("  "));
print("route", "first code", "action", "requests", "end");
for (const call of plan.calls) print(...await recover(base, call, plan.credential));

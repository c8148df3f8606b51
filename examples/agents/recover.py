"""Calls an API that speaks the error envelope, recovers, prints a table: recover.py BASE_URL CALLS.json [SECONDS_PER_REQUEST]"""
import concurrent.futures, email.utils, http.client, json, os, sys, time
from urllib.parse import quote, urlencode, urlsplit
KIND = {**dict.fromkeys(["retry_with_suggestion", "pick_different_value", "use_different_field", "fix_input_format", "fix_address_format"], "merge"),
        **dict.fromkeys(["report_bug", "contact_operator", "no_action_possible"], "never retried"), "batch_smaller": "split", "wait_and_retry": "wait",
        "abort_or_retry": "wait", "reauthenticate": "refresh", "provide_missing_context": "needs a handler", "wait_for_user_action": "needs a handler"}
PROTECTED = {"authorization", "cookie", "host", "content-length", "transfer-encoding", "idempotency-key", "x-http-method-override"}
REQUESTS, MOST, LONGEST_WAIT, DEFAULT_WAIT, BYTES, SECONDS = 100, {"merge": 16, "wait": 10}, 60, 30, 4 << 20, float((sys.argv[3:] or [30])[0])
class Stop(Exception): pass

def send(base, call, auth):
    url, path = urlsplit(base), {name: quote(str(value), safe="") for name, value in call.get("path", {}).items()}
    query = urlencode({name: value for name, value in call.get("query", {}).items() if value is not None}, doseq=True)
    fields = {"Accept": "application/json", "Content-Type": "application/json", **call.get("header", {}), **auth}
    body = json.dumps(call["body"]).encode() if "body" in call else None
    server = (http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection)(url.netloc, timeout=SECONDS)
    server.request(call["method"], url.path + call["url"].format_map(path) + "?" + query, body, {it.lower(): str(fields[it]) for it in fields})
    answer = server.getresponse()
    text, kind = answer.read(BYTES + 1), answer.headers.get("Content-Type", "json").lower()
    if len(text) > BYTES or answer.length: raise Stop("body too large") if len(text) > BYTES else http.client.IncompleteRead(text)
    try: return answer.status, answer.headers, json.loads(text or b"{}")
    except (ValueError, RecursionError): return answer.status, answer.headers, None if "json" in kind or "html" in kind else {}

def merge(call, suggestion, place):
    old, older = call[place] if isinstance(call.get(place), dict) else {}, {"field", "value"}
    if set(suggestion) == older and isinstance(suggestion["field"], str) and not older & set(old):
        suggestion = {suggestion["field"]: suggestion["value"]}
    if place == "header": suggestion = {name.lower(): value for name, value in suggestion.items()}
    plain = not any(isinstance(value, (dict, list)) or value in ("", ".", "..", None) for value in suggestion.values())
    if not {"body": True, "query": dict not in map(type, suggestion.values()), "path": plain and set(suggestion) <= set(old),
            "header": plain and not PROTECTED & set(suggestion)}.get(place): raise Stop("cannot apply")
    return {**call, place: {**old, **suggestion}}
def split(call, size):
    body = call["body"] if isinstance(call.get("body"), dict) and type(size) in (int, float) and size >= 1 and size % 1 == 0 else {}
    names = [name for name, items in body.items() if isinstance(items, list) and len(items) > size]
    if len(names) != 1: raise Stop("cannot split")
    return [{**call, "body": {**body, names[0]: body[names[0]][at:at + int(size)]}} for at in range(0, len(body[names[0]]), int(size))]
def wait(asked, header):
    try: named = max(0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError): named = float(header) if header.isascii() and header.isdigit() else DEFAULT_WAIT
    seconds = asked if type(asked) in (int, float) and asked >= 0 else named
    if seconds > LONGEST_WAIT: raise Stop("wait too long")
    time.sleep(seconds)
def follow(kind, call, suggestion, place, headers, credential, auth):
    if kind == "split": return split(call, suggestion.get("batchSize"))
    if kind == "wait": return wait(suggestion.get("retry_after_s"), headers.get("Retry-After") or "") or [call]
    if kind == "refresh" and credential and not auth: return [auth.update(Authorization=credential) or call]
    if kind == "merge" and suggestion: return [merge(call, suggestion, "body" if place is None else str(place))]
    raise Stop({"merge": "no suggestion", "refresh": "new credentials refused" if auth else "needs a handler"}.get(kind, kind))

def recover(base, call, credential):
    first, requests, todo, sent, kinds, auth, thread = (), 0, [call], [], [], {}, concurrent.futures.ThreadPoolExecutor(1)
    try:
        while todo:
            if requests + len(todo) > REQUESTS: raise Stop("over budget")
            requests, sent = requests + 1, sent + [todo.pop(0)]
            status, headers, envelope = thread.submit(send, base, sent[-1], auth).result(SECONDS)  # all of it in time
            feedback, code = (envelope.get("feedback"), envelope.get("code")) if isinstance(envelope, dict) else (None, None)
            known = isinstance(feedback, dict) and [type(feedback.get(it)) for it in ("action", "retryable")] == [str, bool]
            if status // 100 == 2 and envelope is not None and not (known and envelope.get("ok") is False):
                sent, kinds, end = [], [], str(status); continue
            if not known: raise Stop("redirect refused" if status // 100 == 3 else "not an envelope")
            first = first or tuple(ascii(it[:64])[1:-1] for it in (code if isinstance(code, str) else "-", feedback["action"]))
            suggestion, place = feedback["suggestion"] if isinstance(feedback.get("suggestion"), dict) else {}, feedback.get("apply_to")
            brought = suggestion and place in ("query", "path", "header") and feedback["action"] == "provide_missing_context"  # nobody need be asked
            kind = "not retryable" if not feedback["retryable"] else "merge" if brought else KIND.get(feedback["action"], "unknown action")
            if (kinds := [*kinds, kind]).count(kind) > MOST.get(kind, 99): raise Stop("over budget")
            todo[:0] = follow(kind, sent[-1], suggestion, place, headers, credential, auth)
            if kind == "merge" and todo[0] in sent: raise Stop("needs a handler" if brought else "already sent")
    except Stop as stop: end = str(stop)
    except (ValueError, RecursionError): requests, end = requests - 1, "cannot apply"  # it could not be sent
    except (OSError, http.client.HTTPException, concurrent.futures.TimeoutError) as lost:
        end = "unreachable" if call["method"] == "GET" or type(lost) is ConnectionRefusedError else "outcome unknown"
    return f"{call['method']} {call['url']}", *(first or "--"), requests, end

plan, row = json.load(open(sys.argv[2])), "%-26s  %-22s  %-23s  %8s  %s"
print(row % ("route", "first code", "action", "requests", "end"), flush=True)
for call in plan["calls"]: print(row % recover(sys.argv[1].rstrip("/"), call, plan.get("credential")), flush=True)
os._exit(0)  # a request that is late is left behind in its thread, which would hold the program

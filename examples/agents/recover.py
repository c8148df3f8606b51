"""Calls an API that speaks the error envelope, recovers, prints a table: recover.py BASE_URL CALLS.json"""
import email.utils, http.client, json, sys, time
from urllib.parse import quote, urlencode, urlsplit
KIND = {action: kind for kind, actions in {
    "merge": "retry_with_suggestion pick_different_value use_different_field fix_input_format fix_address_format",
    "split": "batch_smaller", "wait": "wait_and_retry abort_or_retry", "refresh": "reauthenticate",
    "never retried": "report_bug contact_operator no_action_possible",
    "needs a handler": "provide_missing_context wait_for_user_action"}.items() for action in actions.split()}
PROTECTED = {"authorization", "cookie", "host", "content-length", "transfer-encoding", "idempotency-key"}
REQUESTS, MOST, LONGEST_WAIT, DEFAULT_WAIT, BYTES = 100, {"merge": 16, "wait": 10}, 60, 30, 4 << 20
class Stop(Exception): pass

def send(base, call, auth):
    url, path = urlsplit(base), {name: quote(str(value), safe="") for name, value in call.get("path", {}).items()}
    query = urlencode({name: value for name, value in call.get("query", {}).items() if value is not None}, doseq=True)
    fields = {"Accept": "application/json", "Content-Type": "application/json", **call.get("header", {}), **auth}
    body = json.dumps(call["body"]).encode() if "body" in call else None
    server = (http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection)(url.netloc, timeout=30)
    server.request(call["method"], url.path + call["url"].format_map(path) + "?" + query, body, fields)
    answer = server.getresponse()
    try: return answer.status, answer.headers, json.loads(answer.read(BYTES) or b"{}")
    except (ValueError, RecursionError): return answer.status, answer.headers, None

def merge(call, suggestion, place):
    old = call[place] if isinstance(call.get(place), dict) else {}
    if set(suggestion) == {"field", "value"} and not {"field", "value"} & set(old):  # the older form
        suggestion = {str(suggestion["field"]): suggestion["value"]}
    safe, known = not PROTECTED & {name.lower() for name in suggestion}, set(suggestion) <= set(old)
    if not {"body": True, "query": True, "path": known, "header": safe}.get(place): raise Stop("cannot apply")
    return {**call, place: {**old, **suggestion}}

def split(call, size):
    body = call["body"] if isinstance(call.get("body"), dict) and type(size) in (int, float) and size >= 1 else {}
    lists = [name for name, items in body.items() if isinstance(items, list) and len(items) > size]
    if len(lists) != 1 or size % 1: raise Stop("cannot split")
    items, size = body[lists[0]], int(size)
    return [{**call, "body": {**body, lists[0]: items[at:at + size]}} for at in range(0, len(items), size)]

def wait(asked, header):
    date = email.utils.parsedate_tz(header)
    seconds = int(header) if header.isascii() and header.isdigit() else email.utils.mktime_tz(date) - time.time() if date else DEFAULT_WAIT
    seconds = asked if type(asked) in (int, float) and asked >= 0 else max(0, seconds)
    if seconds > LONGEST_WAIT: raise Stop("wait too long")
    time.sleep(seconds)

def follow(kind, call, feedback, headers, credential, auth):
    suggestion = feedback["suggestion"] if isinstance(feedback.get("suggestion"), dict) else {}
    if kind == "split": return split(call, suggestion.get("batchSize"))
    if kind == "wait": return wait(suggestion.get("retry_after_s"), headers.get("Retry-After") or "") or [call]
    if kind == "refresh" and credential and not auth: return [auth.update(Authorization=credential) or call]
    if kind == "merge" and suggestion: return [merge(call, suggestion, str(feedback.get("apply_to") or "body"))]
    raise Stop({"merge": "no suggestion", "refresh": "new credentials refused" if auth else "needs a handler"}.get(kind, kind))

def recover(base, call, credential):
    first, requests, todo, sent, kinds, auth, end = (), 0, [call], [], [], {}, ""
    try:
        while todo:
            if requests + len(todo) > REQUESTS: raise Stop("over budget")
            requests, sent = requests + 1, sent + [todo.pop(0)]
            status, headers, envelope = send(base, sent[-1], auth)
            feedback = envelope.get("feedback") if isinstance(envelope, dict) else None
            known = isinstance(feedback, dict) and [type(feedback.get(it)) for it in ("action", "retryable")] == [str, bool]
            if status // 100 == 2 and envelope is not None and not (known and envelope.get("ok") is False):
                sent, kinds, end = [], [], str(status); continue
            if not known: raise Stop("redirect refused" if status // 100 == 3 else "not an envelope")
            first = first or tuple(ascii(str(it))[1:-1] for it in (envelope.get("code", "-"), feedback["action"]))
            if not feedback["retryable"]: raise Stop("not retryable")
            kinds.append(kind := KIND.get(feedback["action"], "unknown action"))
            if kinds.count(kind) > MOST.get(kind, 99): raise Stop("over budget")
            todo[:0] = follow(kind, sent[-1], feedback, headers, credential, auth)
            if kind == "merge" and todo[0] in sent: raise Stop("already sent")
    except (Stop, ValueError) as stop: end = str(stop) if isinstance(stop, Stop) else "cannot apply"
    except (OSError, http.client.HTTPException) as lost:
        end = "unreachable" if call["method"] == "GET" or type(lost) is ConnectionRefusedError else "outcome unknown"
    return f"{call['method']} {call['url']}", *(first or "--"), requests, end

plan, row = json.load(open(sys.argv[2])), "%-26s  %-22s  %-23s  %8s  %s"
print(row % ("route", "first code", "action", "requests", "end"))
for call in plan["calls"]: print(row % recover(sys.argv[1].rstrip("/"), call, plan.get("credential")), flush=True)

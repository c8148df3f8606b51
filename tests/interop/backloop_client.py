"""The protocol's Python SDK as client of our service.

    backloop_client.py BASE_URL FIXTURES   talks to the service
    backloop_client.py --records FILE      checks stored records, one JSON a line
"""

import json
import pathlib
import sys
import urllib.error
import urllib.request

from backloop.client import FeedbackClient, feedback_url_from_link
from backloop.validate import validate_ack, validate_record, validate_submission


def check(condition, what):
    if not condition:
        sys.exit(f"failed: {what}")


def post(url, body):
    request = urllib.request.Request(url, body, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, dict(answer.headers), json.loads(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers), json.loads(error.read())


def talk(base, fixtures):
    document = FeedbackClient.discover(base)
    check(document and document["endpoint"] == base + "/feedback", f"discovery: {document}")
    client = FeedbackClient.from_discovery(base, api_key="demo-key", session_id="interop")
    sent = 0
    for path in sorted((fixtures / "valid").glob("*.json")):
        body = json.loads(path.read_bytes().decode("utf-8-sig"))
        check(validate_submission(body).valid, f"{path.stem}: the SDK refuses it")
        ack = client.submit(body)
        check(validate_ack(ack).valid, f"{path.stem}: {ack}")
        sent += 1
    again = {"type": "bug", "goal": "g", "message": "said twice"}
    check(client.submit(again)["id"] == client.submit(again)["id"], "duplicates")
    refused = 0
    for path in sorted((fixtures / "invalid").glob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        if case["code"] != "invalid_feedback":
            continue
        raw = case["raw"] if "raw" in case else json.dumps(case["body"])
        status, headers, answer = post(base + "/feedback", raw.encode())
        theirs = [issue["path"][:64] for issue in validate_submission(json.loads(raw)).issues]
        ours = [detail["path"] for detail in answer["error"]["details"]]
        check(status == 400 and ours == theirs, f"{path.stem}: {ours} is not {theirs}")
        link = feedback_url_from_link(headers.get("link") or headers.get("Link"), base + "/x")
        check(link == base + "/feedback", f"{path.stem}: link {link}")
        refused += 1
    result = client.try_submit({"type": "bug", "goal": "g", "message": ""})
    check(not result.ok and result.error.code == "invalid_feedback", "the client refuses")
    print(f"backloop-sdk: {sent} accepted, {refused} refused with the same paths")


def check_records(file):
    count = 0
    for line in file.read_text(encoding="utf-8").splitlines():
        result = validate_record(json.loads(line))
        check(result.valid, f"{line}: {result.issues}")
        count += 1
    print(f"backloop-sdk: {count} records are valid")


if sys.argv[1] == "--records":
    check_records(pathlib.Path(sys.argv[2]))
else:
    talk(sys.argv[1], pathlib.Path(sys.argv[2]))

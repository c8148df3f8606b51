"""Checks the fixtures of submissions against the input schema of the tool of a stdio server."""

import asyncio
import json
import pathlib
import sys

from jsonschema import Draft202012Validator
from mcp import Client, StdioServerParameters, stdio_client


async def schema(command):
    async with Client(stdio_client(StdioServerParameters(command=command))) as client:
        return (await client.list_tools()).tools[0].input_schema


def cases(folder):
    """Bodies that can be arguments, and whether they are submissions."""
    for path in sorted((folder / "valid").iterdir()):
        body = json.loads(path.read_text("utf-8-sig"))
        body.pop("spec_version", None)
        yield path.name, body, True
    for path in sorted((folder / "invalid").iterdir()):
        fixture = json.loads(path.read_text())
        body = fixture.get("body")
        if fixture["code"] == "invalid_feedback" and "body" in fixture:
            yield path.name, body, False


validator = Draft202012Validator(asyncio.run(schema(sys.argv[2])))
checked, problems = 0, []
for name, body, good in cases(pathlib.Path(sys.argv[1])):
    checked += 1
    if validator.is_valid(body) != good:
        problems.append(name)
print(json.dumps({"checked": checked, "problems": problems}))

"""Lists and calls the tools of a stdio server with the `mcp` package, and prints what came."""

import asyncio
import json
import sys

from mcp import Client, MCPError, StdioServerParameters, stdio_client


def answer(result):
    texts = [block.text for block in result.content]
    return {
        "is_error": bool(result.is_error),
        "blocks": len(result.content),
        "body": json.loads(texts[0]),
        "structured": result.structured_content is not None,
    }


async def main():
    server = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:])
    async with Client(stdio_client(server)) as client:
        tools = (await client.list_tools()).tools
        report = {"type": "bug", "goal": "Refund order 7", "message": "It answered 500."}
        out = {
            "instructions": client.instructions,
            "tools": [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools],
            "good": answer(await client.call_tool("submit_feedback", report)),
            "bad": answer(await client.call_tool("submit_feedback", {"type": "bug", "message": "m"})),
        }
        try:
            await client.call_tool("no_such_tool", {})
        except MCPError as error:
            out["unknown_tool"] = error.code
    print(json.dumps(out))


asyncio.run(main())

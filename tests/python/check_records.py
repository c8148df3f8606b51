"""Checks a JSON list of records against the schemas that the SDK ships."""

import json
import sys

from backloop import FEEDBACK_SCHEMA, RECORD_SCHEMA
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry, Resource

schemas = [Resource.from_contents(schema) for schema in (FEEDBACK_SCHEMA, RECORD_SCHEMA)]
registry = Registry().with_resources((schema.id(), schema) for schema in schemas)
validator = Draft202012Validator(RECORD_SCHEMA, registry=registry, format_checker=FormatChecker())

records = json.load(sys.stdin)
problems = [
    f"{record['id']}: {error.json_path}: {error.message[:200]}"
    for record in records
    for error in validator.iter_errors(record)
]
print(json.dumps({"checked": len(records), "problems": problems}))

"""TypeScript types from a JSON schema, as far as msgspec writes them.

>>> print(typescript({"Words": {"type": "object", "required": ["en"], "properties": {"en": {"type": "string"}}}}))
export interface Words {
  en: string;
}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

__all__ = ["typescript"]

_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript(schemas: Mapping[str, Mapping[str, Any]], unions: Mapping[str, Mapping[str, Any]] | None = None) -> str:
    """An interface for every object schema, and a type alias for every union, in the order given."""
    parts = [_interface(name, schema) for name, schema in schemas.items()]
    parts += [f"export type {name} =\n  | {_wide_union(schema)};" for name, schema in (unions or {}).items()]
    return "\n\n".join(parts)


def _interface(name: str, schema: Mapping[str, Any]) -> str:
    required = set(schema.get("required", ()))
    comment = [f"/** {schema['description'].splitlines()[0]} */"] if schema.get("description") else []
    fields = [
        f"  {field}{'' if field in required else '?'}: {_type(value)};"
        for field, value in schema.get("properties", {}).items()
    ]
    return "\n".join([*comment, f"export interface {name} {{", *fields, "}"])


def _wide_union(schema: Mapping[str, Any]) -> str:
    return "\n  | ".join(_type(part) for part in schema["anyOf"])


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(part) for part in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(_literal(value) for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        return _array(schema)
    if kind == "object":
        return "Record<string, unknown>"
    return _PLAIN[kind] if isinstance(kind, str) else "unknown"


def _array(schema: Mapping[str, Any]) -> str:
    if schema.get("prefixItems"):
        return f"[{', '.join(_type(item) for item in schema['prefixItems'])}]"
    item = _type(schema.get("items") or {})
    return f"({item})[]" if " " in item else f"{item}[]"


def _literal(value: object) -> str:
    return "'" + value + "'" if isinstance(value, str) and "'" not in value else json.dumps(value)

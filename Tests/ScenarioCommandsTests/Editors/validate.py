"""Validates stories against a JSON Schema, as the YAML language server of an editor does.

validate.py SCHEMA STORY…   prints a line for each story: its path, and "valid" or what is wrong.
"""
import json
import re
import sys

import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    """Reads YAML as editors do: the core schema of 1.2, keys as texts, tags passed over."""

    yaml_implicit_resolvers = {}

    def construct_mapping(self, node, deep=False):
        pairs = [(key.value, self.construct_object(value, deep=True)) for key, value in node.value]
        return dict(pairs)

    def passed_over(self, suffix, node):
        if isinstance(node, yaml.MappingNode):
            return self.construct_mapping(node)
        if isinstance(node, yaml.SequenceNode):
            return self.construct_sequence(node, deep=True)
        return self.construct_scalar(node)


core = {
    "null": (r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    "bool": (r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    "int": (r"^[-+]?[0-9]+$", list("-+0123456789")),
    "float": (r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", list("-+.0123456789")),
}
for name, (pattern, first) in core.items():
    Loader.add_implicit_resolver(f"tag:yaml.org,2002:{name}", re.compile(pattern), first)
Loader.add_constructor(
    "tag:yaml.org,2002:int", lambda loader, node: int(loader.construct_scalar(node)))
Loader.add_constructor(
    "tag:yaml.org,2002:float", lambda loader, node: float(loader.construct_scalar(node)))
Loader.add_constructor(
    "tag:yaml.org,2002:map", lambda loader, node: loader.construct_mapping(node))
Loader.add_multi_constructor("!", Loader.passed_over)


def main(schema_path, paths):
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for path in paths:
        problem = "valid"
        with open(path, encoding="utf-8") as file:
            # PyYAML takes the comma in "{ a: !absent, b: 1 }" for a part of the tag.
            text = re.sub(r"(?<=[ \[{])(![\w-]+)(?=[,\]}])", r"\1 ", file.read())
            for document in yaml.load_all(text, Loader):
                error = jsonschema.exceptions.best_match(validator.iter_errors(document))
                if error is not None:
                    place = "/".join(str(part) for part in error.absolute_path)
                    problem = f"{place}: {error.message}"[:300].replace("\n", " ")
        print(f"{path}\t{problem}")


main(sys.argv[1], sys.argv[2:])

# SPDX-License-Identifier: BSD-3-Clause
"""Reads a Galaxy tool as Galaxy does: macros and tokens put in, parameters with their defaults, the command by Cheetah."""
import pathlib
import string
import xml.etree.ElementTree as xml


def tool(path):
    """The tool's element, imports and macros expanded."""
    root = xml.parse(path).getroot()
    macros, tokens = {}, {}
    for holder in root.findall("macros"):
        for name in holder.findall("import"):
            _read_macros(xml.parse(path.parent / name.text).getroot(), macros, tokens)
        _read_macros(holder, macros, tokens)
        root.remove(holder)
    _expand(root, macros)
    _put_in(root, tokens)
    return root


def _read_macros(holder, macros, tokens):
    for macro in holder.findall("xml"):
        macros[macro.get("name")] = macro
    for token in holder.findall("token"):
        tokens[token.get("name")] = token.text or ""


def _expand(parent, macros):
    """Each <expand> becomes the macro's children, its attributes the macro's tokens."""
    for place, child in reversed(list(enumerate(parent))):
        if child.tag == "expand":
            macro = macros[child.get("macro")]
            values = {"@" + key[len("token_"):].upper() + "@": value
                      for key, value in macro.attrib.items() if key.startswith("token_")}
            values.update({"@" + key.upper() + "@": value for key, value in child.attrib.items() if key != "macro"})
            copy = xml.fromstring(xml.tostring(macro))
            _put_in(copy, values)
            _expand(copy, macros)
            parent[place:place + 1] = list(copy)
        else:
            _expand(child, macros)


def _put_in(parent, tokens):
    for element in parent.iter():
        for token, value in tokens.items():
            if element.text:
                element.text = element.text.replace(token, value)
            for key, text in element.attrib.items():
                element.set(key, text.replace(token, value))


class group(dict):
    """Parameters of a conditional, a section or the tool: $a.b in the command."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


def name_of(parameter):
    return parameter.get("name") or parameter.get("argument").lstrip("-").replace("-", "_")


def values_of(inputs, given, files):
    """What the command sees: defaults, and in their place what the <param>s of a test say."""
    values = group()
    for element in inputs:
        if element.tag == "section":
            name = name_of(element)
            values[name] = values_of(element, _inner(given, "section", name), files)
        elif element.tag == "conditional":
            name = name_of(element)
            inner = _inner(given, "conditional", name)
            chooser = element.find("param")
            values[name] = values_of([chooser], inner, files)
            choice = values[name][name_of(chooser)]
            case = next(when for when in element.findall("when") if when.get("value") == choice)
            values[name].update(values_of(case, inner, files))
        elif element.tag == "param":
            values[name_of(element)] = _value(element, given, files)
    return values


def _inner(given, tag, name):
    return next((e for e in given if e.tag == tag and e.get("name") == name), [])


def _value(parameter, given, files):
    name = name_of(parameter)
    said = next((e.get("value") for e in given if e.tag == "param" and e.get("name") == name), None)
    kind = parameter.get("type")
    if kind == "data":
        assert said is not None, f"the test gives no file for {name}"
        return str(files / said)
    if kind == "select":
        options = {option.get("value"): option.get("selected") == "true" for option in parameter.findall("option")}
        chosen = said if said is not None else next(value for value, selected in options.items() if selected)
        assert chosen in options, f"{name} has no option {chosen}"
        return chosen
    value = said if said is not None else parameter.get("value")
    if kind in ("integer", "float"):
        number = (int if kind == "integer" else float)(value)
        assert float(parameter.get("min", "-inf")) <= number <= float(parameter.get("max", "inf")), f"{name} = {value}"
    else:
        assert value or parameter.get("optional") == "true", f"{name} is empty"
        value = "".join(letter for letter in value if letter in _let_through(parameter))
    return value


def _let_through(parameter):
    """Letters that the sanitizer leaves in a text; without one Galaxy's own narrow set would hold, so each text has one."""
    sets = {"string.letters": string.ascii_letters, "string.digits": string.digits}
    valid = parameter.find("sanitizer/valid")
    assert valid is not None, f"{name_of(parameter)} has no sanitizer"
    assert parameter.find("sanitizer").get("invalid_char") == ""
    return "".join(sets[name] for name in valid.get("initial").split(",")) + "".join(
        add.get("value") for add in valid.findall("add"))


def command(root, values, outputs):
    """The command line that Galaxy runs."""
    from Cheetah.Template import Template
    line = str(Template(root.find("command").text, searchList=[values, outputs]))
    return " ".join(line.split())


def tests(root):
    return root.findall("tests/test")


def tools_in(folder):
    return sorted(path for path in pathlib.Path(folder).glob("*.xml") if path.name != "macros.xml")

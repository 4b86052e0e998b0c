"""`reef completion`: a script that lets a shell complete commands, options and names of runs."""

from __future__ import annotations

import shlex
from argparse import Action, Namespace
from collections.abc import Mapping
from dataclasses import dataclass, field

from analyzer.cli.parsing import SubParsers

_RUN = "RUN"  # the metavar of what is a run
_BASH = """\
_reef() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=
    if [ "$COMP_CWORD" = 1 ]; then
        words={commands}
    else
        case "$before ${{COMP_WORDS[1]}}" in
{cases}
        esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _reef reef
"""
_ZSH = "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n"


def add_parser(subparsers: SubParsers) -> None:
    """Registers the command."""
    parser = subparsers.add(
        "completion",
        summary="complete commands and options in bash, zsh or fish",
        description=(
            "Prints a script for a shell, which then completes commands, options of all games,\n"
            "their values where there are few, and names of runs in the folder runs."
        ),
        examples=(
            "reef completion bash >> ~/.bash_completion\n"
            "reef completion zsh >> ~/.zshrc\n"
            "reef completion fish > ~/.config/fish/completions/reef.fish"
        ),
    )
    parser.add_argument("shell", choices=_SCRIPTS, help="the shell that is to complete")


def run(args: Namespace) -> int:
    """Prints the script."""
    print(_SCRIPTS[args.shell](), end="")
    return 0


@dataclass(slots=True)
class Command:
    """What can be said to a command. options: each with its possible values, None if it takes none;
    words: what may stand without an option."""

    summary: str
    options: dict[str, tuple[str, ...] | None] = field(default_factory=dict)
    helps: dict[str, str] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    takes_runs: bool = False


def commands() -> dict[str, Command]:
    """All commands with the options of all games."""
    from analyzer.cli.main import COMMANDS, build_parser
    from analyzer.games import about, game_names

    games = game_names()
    rulesets = dict.fromkeys(name for game in games for name in about(game).rulesets)
    values = {"--game": games, "--ruleset": tuple(rulesets), "COMMAND": COMMANDS}
    found: dict[str, Command] = {}
    for game in games:
        parsers = build_parser(COMMANDS, ["--game", game]).commands
        summaries = {action.dest: action.help or "" for action in parsers._choices_actions}
        for name, parser in parsers.choices.items():
            command = found.setdefault(name, Command(summaries[name]))
            for action in parser._actions:
                _add(command, action, tuple(action.choices or ()), values)
    return found


def _add(
    command: Command,
    action: Action,
    choices: tuple[str, ...],
    values: Mapping[str, tuple[str, ...]],
) -> None:
    """Adds an argument to what can be said to a command."""
    if action.option_strings:
        option = next(name for name in action.option_strings if name.startswith("--"))
        taken = None if action.nargs == 0 else choices or values.get(option, ())
        command.options.setdefault(option, taken)
        command.helps.setdefault(option, (action.help or "").partition(";")[0].partition(" (")[0])
    else:
        command.takes_runs |= _RUN in str(action.metavar)
        command.words = choices or values.get(str(action.metavar), ())


def bash() -> str:
    """The script for bash."""
    found = commands()
    values: dict[str, str] = {}
    options = []
    for name, command in found.items():
        values |= {o: " ".join(v) for o, v in command.options.items() if v is not None}
        runs = '" $(ls runs 2>/dev/null)"' if command.takes_runs else ""
        said = shlex.quote(" ".join((*command.words, *command.options)))
        options.append(f"        *' {name}') words={said}{runs} ;;")
    nothing = "|".join(f"{option}' '*" for option, words in values.items() if not words)
    cases = [f"        {o}' '*) words={shlex.quote(v)} ;;" for o, v in values.items() if v]
    return _BASH.format(
        commands=shlex.quote(" ".join(found)),
        cases="\n".join([*cases, f"        {nothing}) ;;", *options]),
    )


def fish() -> str:
    """The script for fish."""
    lines = []
    for name, command in commands().items():
        summary = shlex.quote(command.summary)
        lines.append(f"complete -c reef -n __fish_use_subcommand -f -a {name} -d {summary}")
        start = f"complete -c reef -n '__fish_seen_subcommand_from {name}'"
        for option, taken in command.options.items():
            value = (
                ""
                if taken is None
                else f" -x -a {shlex.quote(' '.join(taken))}"
                if taken
                else " -r"
            )
            lines.append(f"{start} -l {option[2:]}{value} -d {shlex.quote(command.helps[option])}")
        if command.words:
            lines.append(f"{start} -f -a {shlex.quote(' '.join(command.words))}")
        if command.takes_runs:
            lines.append(f"{start} -a '(ls runs 2>/dev/null)'")
    return "\n".join(lines) + "\n"


_SCRIPTS = {"bash": bash, "zsh": lambda: _ZSH + bash(), "fish": fish}

"""House rules: what a table changes in a game, who decided it and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kibitz_scoring.errors import InputError, shown
from kibitz_scoring.rules.pack_entries import changed_entries, make_pack, unknown_key
from kibitz_scoring.rules.rule_pack import KEY_PATHS, NOTE, HouseRule, RulePack
from kibitz_scoring.sentences import Sentence


def with_house_rules(
    pack: RulePack,
    rules: Sequence[HouseRule],
    locate: Callable[[str], str] = lambda key: f"house rule '{key}'",
) -> RulePack:
    """Pack with these house rules on top of those it has; a rule replaces an older one about the same key.

    A note changes no key, and replaces only one in the same words. Raises `InputError`, led by `locate(key)`, for an
    unknown key, a wrong value and a key that stands twice in `rules`.
    """
    if not rules:
        return pack
    changes: dict[str, object] = {}
    for rule in rules:
        if rule.key == NOTE:
            if not isinstance(rule.value, str) or not rule.value.strip():
                raise InputError(
                    Sentence(
                        "{where}: '{note}' is {found}: expected a text that is not empty.",
                        where=locate(NOTE),
                        note=NOTE,
                        found=shown(rule.value),
                    )
                )
            continue
        if rule.key not in KEY_PATHS:
            raise InputError(
                Sentence("{where}: {unknown_key}", where=locate(rule.key), unknown_key=unknown_key(rule.key))
            )
        if rule.key in changes:
            raise InputError(
                Sentence(
                    "{where}: '{key}' stands twice: expected one house rule for a key.",
                    where=locate(rule.key),
                    key=rule.key,
                )
            )
        changes[rule.key] = rule.value
    ruled = make_pack(changed_entries(pack, changes), locate)
    noted = {rule.value for rule in rules if rule.key == NOTE}
    older = tuple(
        rule for rule in pack.house_rules if rule.key not in changes and not (rule.key == NOTE and rule.value in noted)
    )
    return ruled.model_copy(update={"base": pack.base, "house_rules": (*older, *rules)})

"""Errors that a person can act on."""


class KibitzError(Exception):
    """Base of every error that Kibitz raises on purpose; `str(error)` is one sentence for a person.

    Tree::

        KibitzError
        └── InputError   a file, line, field, upload or argument is not what was expected
    """


class InputError(KibitzError):
    """Bad input: the sentence names the place, what was found and what was expected."""

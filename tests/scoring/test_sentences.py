from __future__ import annotations

import pickle

from kibitz_scoring.sentences import Sentence


def test_a_sentence_that_was_sent_to_another_process_still_knows_its_words() -> None:
    sent = pickle.loads(pickle.dumps(Sentence("{player} is on turn.", player="Ann")))
    assert (sent, sent.words, sent.values) == ("Ann is on turn.", "{player} is on turn.", {"player": "Ann"})

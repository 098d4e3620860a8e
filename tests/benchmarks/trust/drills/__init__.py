"""Drills: attacks that are made again and again. Each is a module of this folder; `run_drills` finds it by its name.

A drill has a `TITLE`, the number `TIMES` that it is made in full, `run(work, times)`, and `sentence(figures)`. `run`
goes on in its own folder `work` where it was stopped and returns its figures, with `times` (how often it was made in
all) and `failed` (a sentence for each time that it came out badly) among them; `sentence` says them for the page.
"""

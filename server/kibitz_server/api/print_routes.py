"""Routes of what is printed: the deck with its tokens, and the mat for the table, as PDF files."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, HTTPException, Response

from kibitz_server.api.answers import KEEP
from kibitz_server.texts import say


def create_print_router() -> APIRouter:
    """All routes of what is printed."""
    router = APIRouter()
    router.get("/print/{name}.pdf")(_printed)
    return router


async def _printed(name: str) -> Response:
    made = await asyncio.to_thread(_pdf, name)
    if made is None:
        raise HTTPException(404, say("{name} is nothing to print: expected such as dragons-gambit-a4.", name=name))
    named = {**KEEP, "Content-Disposition": f'inline; filename="{name}.pdf"'}
    return Response(made, media_type="application/pdf", headers=named)


def _pdf(name: str) -> bytes | None:
    # What draws pages takes a moment to import, and few ever print.
    from kibitz_datasets.printing.gambit_sheets import gambit_pdf
    from kibitz_datasets.printing.mat_sheets import mat_pdf
    from kibitz_datasets.printing.pages import Paper

    makers = {"dragons-gambit": gambit_pdf, "table-mat": mat_pdf}
    what, _, paper = name.rpartition("-")
    if what not in makers or paper not in set(Paper):
        return None
    return makers[what](Paper(paper))

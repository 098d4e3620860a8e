"""Carry times: how fast hands take cards up, carry them and lay them, and how long is waited to see what they did.

Where no measurement is named, a value was chosen on development films.
"""

CARRY_MS = 60.0
"""No card lies on the pile sooner after it was seen in its slot last: the least of 2,350 filmed is 66."""
REACH_MS = 80.0
"""Hardly any card is carried anywhere faster."""
LONGEST_CARRY_MS = 600.0
"""Hardly any hand is longer on its way to where it lays a card.

So long before a card lies on the pile a hand that takes another up, or comes to rest there, may be in a race with it,
one that nobody saw taken was taken off the draw pile at the earliest, and who holds cards for so long at the draw pile
shuffles them.
"""
ONE_CARD_MS = 120.0
"""No hand lays two cards so soon after each other."""
TAKEN_BACK_MS = 400.0
"""Nor takes one back so soon."""
HIDDEN_MS = 900.0
"""So long a place that a hand hides is waited for before it is told where a card came from, or whose it was."""
UNDECIDED_MS = 1800.0
"""So long more is waited for where several cards may be the one that came, or may lie above one another."""

"""Rule packs as data, their schema, house rules, and the rules sheet."""

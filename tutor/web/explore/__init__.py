"""The pages on which somebody looks things up: library, rules, maxims, terms, deals, laws."""

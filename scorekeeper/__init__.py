"""Keep the score of card games at a real table."""

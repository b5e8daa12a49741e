"""Plain Python reference implementations of the five games, written straight from the rules to check the native core."""

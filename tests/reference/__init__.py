"""Plain Python references of the five games, written straight from the rules to check the native core."""

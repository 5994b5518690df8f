./search --origin SEA

/** A record with a value for each of the names. */
export function mapNames<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  const made: Partial<Record<Name, Value>> = {}
  for (const name of names) made[name] = make(name)
  // Each name has its value now, which a type that grows field by field cannot say.
  return made as Record<Name, Value>
}

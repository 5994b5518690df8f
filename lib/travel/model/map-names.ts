/** A record with a value for each of the names. */
export function mapNames<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  const made: Partial<Record<Name, Value>> = {}
  for (const name of names) made[name] = make(name)
  // Every name has a value now, which TypeScript cannot derive for an object built field by field.
  return made as Record<Name, Value>
}

/** The name of a code; `undefined` if it has none, even for a code like "constructor". */
export function nameIn<Name extends string>(names: Readonly<Record<string, Name>>, code: string): Name | undefined {
  return Object.hasOwn(names, code) ? names[code] : undefined
}

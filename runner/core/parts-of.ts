/** The part of a value at a path of own names and positions. `undefined`: there is none. */
export function partAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value
  for (const part of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = Reflect.get(found, part)
  }
  return found
}

/** The parts of a JSON pointer, such as `/legs/0/date`. */
export const partsOfPointer = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

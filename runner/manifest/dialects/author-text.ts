/** The items of a list, or the words of a text, because `metadata` may only have texts. `undefined`: anything else. */
export function wordsOf(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value : undefined
  return typeof value === 'string' ? value.split(/[\s,]+/).filter((word) => word !== '') : undefined
}

/**
 * The nearest name that the platform accepts: `Domain Checker` becomes `domain-checker`. `undefined`: the name contains
 * no letter a–z and no digit.
 */
export function plainName(name: string): string | undefined {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '')
  return plain === '' ? undefined : plain
}

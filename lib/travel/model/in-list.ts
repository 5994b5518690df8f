type Comma = (key: 'comma', values: { first: string; second: string }) => string

/**
 * Joins parts with the comma of the reader's language: "A, B" or "A、B". Leaves out absent and empty parts.
 *
 * @param t the texts of a namespace that has the message `comma`
 */
export function inList(parts: readonly (string | null | undefined | false)[], t: Comma): string {
  return parts.reduce<string>(
    (first, second) => (second ? (first ? t('comma', { first, second }) : second) : first),
    '',
  )
}

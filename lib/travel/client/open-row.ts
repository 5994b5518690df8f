/**
 * The open row in a list's URL: "ROW", or "ROW.PART" when a part of it is chosen, such as a fare. Both are keys that are
 * equal for the same result in any answer.
 */
export function openRow(text: string | null): { row: string | null; part: string | null } {
  const [row = null, part = null] = text?.split('.') ?? []
  return { row, part }
}

export const rowWithPart = (row: string, part: string): string => `${row}.${part}`

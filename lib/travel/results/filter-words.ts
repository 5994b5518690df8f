import type { Choice, Range } from './choice.ts'

/** The name of a code; `undefined` without one, also for a code like "constructor". */
export function nameIn(names: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(names, code) ? names[code] : undefined
}

/** A choice in words; `inSentence` writes an option's name as it appears after "Without". */
export function describeChoice(
  choice: Choice | null,
  {
    title,
    labelOf,
    inSentence = (text) => text,
  }: { title: string; labelOf: (value: string) => string; inSentence?: (text: string) => string },
): string {
  if (!choice) return ''
  if (choice.values.length === 0) return `${title}: none chosen`
  const values = choice.values.map(labelOf)
  const shown = values.length > 3 ? `${values.slice(0, 2).join(', ')} and ${values.length - 2} more` : values.join(', ')
  return choice.kind === 'only' ? `${shown} only` : `Without ${inSentence(shown)}`
}

/** A range in words: both ends, or the only one. */
export function describeRange(
  range: Range | null,
  write: (value: number) => string,
  [above, below]: [string, string],
): string {
  if (range?.from != null && range.to != null) return `${write(range.from)}–${write(range.to)}`
  if (range?.from != null) return `${above} ${write(range.from)}`
  return range?.to == null ? '' : `${below} ${write(range.to)}`
}

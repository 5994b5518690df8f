import { createParser } from 'nuqs'
import type { Choice, Range } from '../model/results/choice.ts'

const MAX_VALUES = 60

/** "KL,UA": only these. "-KL": all but these. "none": no values. */
function readChoice(text: string, isValue: (value: string) => boolean): Choice | null {
  if (text === 'none') return { kind: 'only', values: [] }
  const isExcept = text.startsWith('-')
  const values = text.slice(isExcept ? 1 : 0).split(',')
  if (values.length > MAX_VALUES || !values.every(isValue)) return null
  return { kind: isExcept ? 'except' : 'only', values: [...new Set(values)].toSorted() }
}

function writeChoice({ kind, values }: Choice): string {
  if (values.length === 0) return kind === 'only' ? 'none' : ''
  return `${kind === 'except' ? '-' : ''}${values.join(',')}`
}

/** "1800-2900", "-2900" or "1800-". The given functions write and read each end. */
function rangeText(readEnd: (text: string) => number | null, writeEnd: (value: number) => string) {
  return {
    parse(text: string): Range | null {
      const [first = '', last, ...rest] = text.split('-')
      if (last === undefined || rest.length > 0) return null
      const from = first === '' ? null : readEnd(first)
      const to = last === '' ? null : readEnd(last)
      const isBroken = (first !== '' && from === null) || (last !== '' && to === null)
      if (isBroken || (from === null && to === null)) return null
      return { from, to }
    },
    serialize: ({ from, to }: Range): string =>
      `${from === null ? '' : writeEnd(from)}-${to === null ? '' : writeEnd(to)}`,
  }
}

const amounts = rangeText((text) => (/^\d{1,12}(\.\d{1,3})?$/.test(text) ? Number(text) : null), decimal)

const clocks = rangeText(
  (text) => {
    const [, hour = '', minute = ''] = /^(\d{2}):([0-5]\d)$/.exec(text) ?? []
    const minutes = Number(hour) * 60 + Number(minute)
    return hour !== '' && minutes <= 24 * 60 ? minutes : null
  },
  (minutes) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`,
)

const longest = {
  parse: (text: string): Range | null => (/^\d{1,5}(\.\d{1,3})?$/.test(text) ? { from: null, to: Number(text) } : null),
  serialize: ({ to }: Range): string => (to === null ? '' : decimal(to)),
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const choiceParser = (isValue: (value: string) => boolean) =>
  createParser({ parse: (text) => readChoice(text, isValue), serialize: writeChoice, eq: isEqual })
/** A choice among a provider's codes. */
export const codesParser = choiceParser((value) => /^[A-Za-z0-9_]{1,16}$/.test(value))
/** A choice among known options. */
export const optionsParser = (options: readonly string[]) => choiceParser((value) => options.includes(value))
export const clockParser = createParser({ ...clocks, eq: isEqual })
export const flagParser = createParser<boolean>({
  parse: (text) => text === '1' || null,
  serialize: () => '1',
}).withDefault(false)
const MAX_NAME = 80

/** A part of a name, as a reader types it. */
export const nameParser = createParser<Choice>({
  parse: (text) => (text.trim() === '' || text.length > MAX_NAME ? null : { kind: 'only', values: [text] }),
  serialize: ({ values: [text = ''] }) => text,
  eq: isEqual,
})
/** A flag whose absence means the reader's own choice, so that "0" switches it off. */
export const switchParser = createParser<boolean>({
  parse: (text) => (text === '1' ? true : text === '0' ? false : null),
  serialize: (isOn) => (isOn ? '1' : '0'),
})
export const amountParser = createParser({ ...amounts, eq: isEqual })
/** A range with only an upper end. */
export const atMostParser = createParser({ ...longest, eq: isEqual })

/** Rounds to the precision that is parsed, because slider steps below one have rounding errors. */
function decimal(value: number): string {
  return String(Number(value.toFixed(3)))
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

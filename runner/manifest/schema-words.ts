import { kindWords } from '../contract/input-words.ts'
import { quoted } from '../core/quoted.ts'

const formats: Readonly<Record<string, string>> = {
  date: 'a date like 2027-02-13',
  time: 'a time like 09:30:00Z',
  'date-time': 'a time like 2027-02-13T09:30:00Z',
  duration: 'a duration like PT2H30M',
  email: 'an email address like ana@example.com',
  hostname: 'a host name like example.com',
  uri: 'an address like https://example.com/path',
  uuid: 'a UUID like 123e4567-e89b-12d3-a456-426614174000',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
}
const maxChoices = 20

export function typeWords(type: unknown): string {
  const names = Array.isArray(type) ? type : String(type).split(',')
  return names.map((name) => kindWords[String(name)] ?? String(name)).join(' or ')
}

export function formatWords(format: string): string {
  return formats[format] ?? `text in the format ${quoted(format)}`
}

/** Describes common patterns of codes in words, and quotes any other. */
export function patternWords(pattern: string): string {
  const [, characters = '', count = ''] = /^\^(\[A-Z\]|\[a-z\]|\[0-9\]|\\d)\{(\d+)\}\$$/.exec(pattern) ?? []
  const words = { '[A-Z]': 'capital letters', '[a-z]': 'small letters', '[0-9]': 'digits', '\\d': 'digits' }[characters]
  return words === undefined ? `text that matches ${quoted(pattern)}` : `${count} ${words}`
}

export function choiceWords(choices: readonly unknown[]): string {
  const shown = choices.slice(0, maxChoices).map(String)
  return shown.length === 1 ? String(shown[0]) : `one of ${shown.join(', ')}`
}

/** What a field's schema accepts, as a noun: `3 capital letters`, `a whole number from 1 to 9`. */
export function takenWords({
  type,
  anyOf,
  enum: choices,
  format,
  pattern,
  minimum,
  maximum,
}: Record<string, unknown>): string {
  if (Array.isArray(anyOf)) return anyOf.map((one) => takenWords(Object(one))).join(' or ')
  if (Array.isArray(choices)) return choiceWords(choices)
  const isNull = Array.isArray(type) && type.includes('null') ? ' or null' : ''
  if (typeof format === 'string') return formatWords(format) + isNull
  if (typeof pattern === 'string') return patternWords(pattern) + isNull
  const range =
    typeof minimum === 'number' && typeof maximum === 'number'
      ? ` from ${minimum} to ${maximum}`
      : typeof minimum === 'number'
        ? ` from ${minimum}`
        : typeof maximum === 'number'
          ? ` up to ${maximum}`
          : ''
  if (type === undefined) return `a value${range}`
  // The bounds apply to the numeric type, which may be one of several.
  return (Array.isArray(type) ? type : [type])
    .map((one) => typeWords(one) + (one === 'number' || one === 'integer' ? range : ''))
    .join(' or ')
}

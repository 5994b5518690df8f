import { contractOf } from '../contract/capabilities/capability-contracts.ts'
import { oneLine } from '../contract/hidden-text.ts'
import { kindWords } from '../contract/input-words.ts'
import type { SkillManifest } from '../contract/manifest.ts'
import type { SkillInput } from '../contract/skill-io.ts'
import { partAt } from '../core/parts-of.ts'
import { quoted } from '../core/quoted.ts'
import { actionSchemaOf, schemaOfField } from './action-schema.ts'

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

const longestDescription = 240

/**
 * Explains why a skill refused a field of params that passed the check, as a phrase to follow the field's name: the
 * value, and what the skill accepts. Never shows the skill's own reason. `undefined`: the action does not have the
 * field.
 *
 * @param field the caller's name or the skill's name: `date`, `slices.0.date`
 */
export function explainRefusedField(
  manifest: Pick<SkillManifest, 'capability' | 'actions' | 'input_schema'>,
  { action, params }: Pick<SkillInput, 'action' | 'params'>,
  field: string,
): string | undefined {
  const schema = actionSchemaOf(manifest, action)
  const found = schema && schemaOfField(schema, field)
  if (found === undefined) return undefined
  const named = contractOf(manifest.capability).get(action)?.named(params) ?? params
  const about = typeof found.description === 'string' ? ` (${shortened(found.description)})` : ''
  const value = partAt(named, field.split('.'))
  // Without the last words, a value of the right form would seem to be refused for its form.
  const but = value === undefined ? '' : ', but not this value'
  return `${cannotBe(value)}: the skill accepts ${takenWords(found)}${about}${but}`
}

function cannotBe(value: unknown): string {
  if (value === undefined) return 'cannot be left out here'
  if (typeof value === 'string') return `cannot be ${quoted(value)}`
  if (Array.isArray(value)) return 'cannot be this list'
  return typeof value === 'object' && value !== null ? 'cannot be this object' : `cannot be ${String(value)}`
}

/** Reduces a text of a manifest to one short line, so that it fits into a sentence. */
function shortened(text: string): string {
  const plain = oneLine(text)
  const shown = plain.length > longestDescription ? `${plain.slice(0, longestDescription)}…` : plain
  return shown.replace(/\.$/, '')
}

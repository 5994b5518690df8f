import { cleanJson } from '#lib/platform/server/http/clean-text.ts'
import { type Outcome, refuse, refuseField } from '#lib/platform/server/http/outcome.ts'
import type { Params } from '#runner/contract/capabilities/action-contract.ts'
import { boundParams } from '#runner/manifest/bound-params.ts'

const maxCharacters = 64 * 1024
const longestText = 4_000

/**
 * Reads the arguments of a function call, which a model wrote: JSON text or an object. Bounds their size, and removes
 * control characters and direction marks.
 */
export function readArguments(given: unknown): Outcome<Params> {
  const parsed = typeof given === 'string' ? parse(given) : { ok: true as const, value: given ?? {} }
  if (!parsed.ok) return parsed
  const bound = boundParams(parsed.value)
  if (!bound.ok) return refuseField('arguments', bound.excess)
  const params = cleanJson(bound.params)
  const tooLong = longTextIn(params, '')
  if (tooLong !== undefined) return refuseField(tooLong, `is longer than ${longestText} characters: shorten it`)
  return { ok: true, value: params }
}

/** The params for the skill, and the answer to a question that the call gives. */
export type CallWords = {
  readonly params: Params
  /** Undefined: neither yes nor no. */
  readonly confirmed: boolean | undefined
  readonly confirmationId: string | undefined
}

/** Separates the two confirmation fields from the arguments. */
export function takeConfirmation({ confirmed, confirmation_id, ...params }: Params): Outcome<CallWords> {
  if (confirmed !== undefined && typeof confirmed !== 'boolean') {
    return refuseField('confirmed', 'must be true or false')
  }
  if (confirmation_id !== undefined && typeof confirmation_id !== 'string') {
    return refuseField('confirmation_id', 'must be text')
  }
  return { ok: true, value: { params, confirmed, confirmationId: confirmation_id } }
}

function parse(text: string): Outcome<unknown> {
  if (text.length > maxCharacters) return refuse('PAYLOAD_TOO_LARGE', { facts: { limit: '64 KB' } })
  if (text.trim() === '') return { ok: true, value: {} }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return refuseField('arguments', 'must be the JSON of an object')
  }
}

/** The name of the first field whose text is too long. */
function longTextIn(value: unknown, field: string): string | undefined {
  if (typeof value === 'string') return value.length > longestText ? field : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, part] of Object.entries(value)) {
    if (name.length > 200) return field === '' ? 'arguments' : field
    const found = longTextIn(part, field === '' ? name : `${field}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}

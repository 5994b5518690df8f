import type { Json } from '../contract/skill-io.ts'
import { isLight } from '../slices/is-light.ts'
import { runInSlices } from '../slices/run-in-slices.ts'
import type { JsonRedactor, Redactor } from './redact.ts'
import { objectOf } from './redact-json.ts'
import type { RedactionSteps, Steps } from './redaction-stream.ts'

/** In values, see `isLight`. The costliest text of this size takes about as long as a long text without escapes. */
const mostAtOnce = 128
/** In characters. */
const pieceLength = 8 * 1024
const isShort = (value: Json): boolean => isLight(value, mostAtOnce)

/** Like `redact.json`, but redacts a value in slices, unless it is short. */
export async function redactInSlices(value: Json, redact: JsonRedactor): Promise<Json> {
  return isShort(value) ? redact.json(value) : runInSlices(redacting(value, redact))
}

/** `redactInSlices` for a text. */
export async function redactTextInSlices(text: string, redact: JsonRedactor): Promise<string> {
  return String(await redactInSlices(text, redact))
}

/** `redact.text` for a text of any length, in short steps. */
export function* redactingText(text: string, redact: Pick<Redactor, 'text' | 'textSteps'>): Steps<string> {
  return isShort(text) ? redact.text(text) : yield* inPieces(text, redact.textSteps())
}

/** Yields often: each step handles a short value, or one pass over a part of a text. */
export function* redacting(value: Json, redact: JsonRedactor): Generator<unknown, Json> {
  yield
  if (typeof value === 'string') return yield* redactingString(value, redact)
  if (isShort(value) || typeof value !== 'object' || value === null) return redact.json(value)
  if (Array.isArray(value)) {
    const made: Json[] = []
    for (const item of value) made.push(yield* redacting(item, redact))
    return made.every((item, at) => item === value[at]) ? value : made
  }
  const made: { name: string; shown: string; item: Json }[] = []
  let isSame = true
  for (const name of Object.keys(value)) {
    const item = value[name] ?? null
    const redacted = { name, shown: yield* redactingString(name, redact), item: yield* redacting(item, redact) }
    isSame &&= redacted.shown === name && redacted.item === item
    made.push(redacted)
  }
  return isSame ? value : objectOf(made)
}

function* redactingString(text: string, redact: JsonRedactor): Steps<string> {
  return isShort(text) ? String(redact.json(text)) : yield* inPieces(text, redact.jsonSteps())
}

function* inPieces(text: string, steps: RedactionSteps): Steps<string> {
  const shown: string[] = []
  for (let at = 0; at < text.length; at += pieceLength) {
    shown.push(yield* steps.push(text.slice(at, at + pieceLength)))
  }
  shown.push(yield* steps.end())
  return shown.join('')
}

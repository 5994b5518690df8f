import type { Json } from '../contract/skill-io.ts'
import { isLight, longText } from '../slices/is-light.ts'
import { runInSlices } from '../slices/run-in-slices.ts'
import type { JsonRedactor } from './redact.ts'
import { objectOf } from './redact-json.ts'

/** Like `redact.json`, but redacts a large value in slices. */
export async function redactInSlices(value: Json, redact: JsonRedactor): Promise<Json> {
  return isLight(value) ? redact.json(value) : runInSlices(redacting(value, redact))
}

function* redacting(value: Json, redact: JsonRedactor): Generator<void, Json> {
  yield
  if (isLight(value) || typeof value !== 'object' || value === null) {
    return typeof value === 'string' ? yield* redactingText(value, redact) : redact.json(value)
  }
  if (Array.isArray(value)) {
    const made: Json[] = []
    for (const item of value) made.push(yield* redacting(item, redact))
    return made.every((item, at) => item === value[at]) ? value : made
  }
  const made: { name: string; shown: string; item: Json }[] = []
  let isSame = true
  for (const name of Object.keys(value)) {
    const item = value[name] ?? null
    const redacted = { name, shown: String(redact.json(name)), item: yield* redacting(item, redact) }
    isSame &&= redacted.shown === name && redacted.item === item
    made.push(redacted)
  }
  return isSame ? value : objectOf(made)
}

function* redactingText(text: string, redact: JsonRedactor): Generator<void, Json> {
  if (text.length <= longText) return redact.json(text)
  const stream = redact.jsonStream()
  const shown: string[] = []
  for (let at = 0; at < text.length; at += longText) {
    shown.push(stream.push(text.slice(at, at + longText)))
    yield
  }
  shown.push(stream.end())
  return shown.join('')
}

import { createHash } from 'node:crypto'
import type { JsonValue } from '../canonical-json.ts'
import { hashOf } from '../hash.ts'
import { isLight } from './is-light.ts'
import { canonicalParts, jsonParts } from './json-parts.ts'
import { runInSlices } from './run-in-slices.ts'

/** `hashOf`, a part at a time where the value is large. */
export async function hashInSlices(value: JsonValue): Promise<string> {
  return isLight(value) ? hashOf(value) : runInSlices(hashing(value))
}

function* hashing(value: JsonValue): Generator<void, string> {
  const hash = createHash('sha256')
  for (const batch of batches(canonicalParts(value))) {
    hash.update(batch)
    yield
  }
  return hash.digest('hex')
}

/** `JSON.stringify`, a part at a time where the value is large; each is given to `change` first. */
export async function jsonInSlices(value: object, change: (part: string) => string = (part) => part): Promise<string> {
  return runInSlices(writing(value, change))
}

function* writing(value: object, change: (part: string) => string): Generator<void, string> {
  const written: string[] = []
  for (const batch of batches(jsonParts(value))) {
    written.push(change(batch))
    yield
  }
  return written.join('')
}

/** In characters. */
const batchLength = 64 * 1024

/** Parts together, so that few of them are many characters. */
export function* batches(parts: Iterable<string>): Generator<string, void> {
  let batch: string[] = []
  let length = 0
  for (const part of parts) {
    batch.push(part)
    length += part.length
    if (length < batchLength) continue
    yield batch.join('')
    batch = []
    length = 0
  }
  if (length > 0) yield batch.join('')
}

import { createHash } from 'node:crypto'
import type { JsonValue } from '../core/canonical-json.ts'
import { hashOf } from '../core/hash.ts'
import { isLight } from './is-light.ts'
import { canonicalParts, jsonParts } from './json-parts.ts'
import { runInSlices } from './run-in-slices.ts'

/** Like `hashOf`, but hashes a large value in slices. */
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

/** Like `JSON.stringify`, but writes a large value in slices. */
export async function jsonInSlices(value: object): Promise<string> {
  return (await jsonPieces(value)).join('')
}

/** The JSON of a value in short pieces. No piece ends inside an escape. */
export function jsonPieces(value: object): Promise<readonly string[]> {
  return runInSlices(writing(value))
}

function* writing(value: object): Generator<void, readonly string[]> {
  const written: string[] = []
  for (const batch of batches(jsonParts(value))) {
    written.push(batch)
    yield
  }
  return written
}

/** In characters. */
const batchLength = 256 * 1024

/** Joins parts into batches of at least `batchLength` characters. */
function* batches(parts: Iterable<string>): Generator<string, void> {
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

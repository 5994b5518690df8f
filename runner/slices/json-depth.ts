import { runInSlices } from './run-in-slices.ts'

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const openings = new Set([0x5b, 0x7b])
const closings = new Set([0x5d, 0x7d])

/**
 * `depth`: the nesting depth of the arrays and objects of a JSON text. `values`: an upper bound of the number of its
 * values, nested ones included.
 */
type JsonSize = { readonly depth: number; readonly values: number }

export function jsonDepth(json: string): number {
  return measureAtOnce(json).depth
}

export function jsonValues(json: string): number {
  return measureAtOnce(json).values
}

/** The depth and number of values of a text of any length. */
export function measureJson(json: string): Promise<JsonSize> {
  return runInSlices(measuringJson(json))
}

function measureAtOnce(json: string): JsonSize {
  const work = measuringJson(json)
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value
}

const charactersBetweenTurns = 64 * 1024

/** Scans the text once, without parsing it. Yields at intervals. */
function* measuringJson(json: string): Generator<void, JsonSize> {
  let depth = 0
  let deepest = 0
  let values = 1
  let turn = charactersBetweenTurns
  for (let at = 0; at < json.length; at += 1) {
    if (at >= turn) {
      turn = at + charactersBetweenTurns
      yield
    }
    const char = json.charCodeAt(at)
    if (char === quote) at = endOfString(json, at)
    else if (char === comma) values += 1
    else if (openings.has(char)) {
      values += 1
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (closings.has(char)) depth -= 1
  }
  return { depth: deepest, values }
}

function endOfString(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1
  return at
}

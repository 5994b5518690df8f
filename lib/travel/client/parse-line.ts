import type { Steps } from '../model/steps.ts'

/** About as much text as one turn parses: `finishInTurns`. */
const PIECE_CHARS = 32_000
/** Each parses its piece from the start: a result with thousands of such ends would keep the page busy for minutes. */
const MOST_TRIES = 32
const START = '"results":['
/** Starts a result after another one. A text cannot contain it, because its quotes would be escaped. */
const NEXT = ',{"id":"'

/**
 * The JSON of a line, like `JSON.parse`. The results of a long answer are parsed a piece in each step, because the whole
 * line would keep the page busy for longer than a frame.
 */
export function* parseLine(line: string): Steps<unknown> {
  if (line.length > PIECE_CHARS) {
    const answer = yield* parseResults(line)
    if (answer) return answer
  }
  return JSON.parse(line)
}

/** Undefined if the line is not an answer that ends with its results. */
function* parseResults(line: string): Steps<unknown> {
  const from = line.indexOf(START) + START.length
  const to = line.lastIndexOf(']')
  const answer = from < START.length ? undefined : tryToParse(`${line.slice(0, from)}${line.slice(to)}`)
  const list = listIn(answer)
  if (!list) return undefined
  for (let at = from; at < to; ) {
    // An end inside a result, as of a list in it, is no JSON. Then the piece ends at a later one.
    let piece: unknown
    let end = at
    for (let tries = 0; !Array.isArray(piece) && end < to && tries < MOST_TRIES; tries += 1) {
      end = line.indexOf(NEXT, Math.max(end + 1, at + PIECE_CHARS))
      if (end < 0 || end > to) end = to
      piece = tryToParse(`[${line.slice(at, end)}]`)
    }
    if (!Array.isArray(piece)) return undefined
    list.push(...piece)
    at = end + 1
    yield
  }
  return answer
}

/** The list of an answer without its results. */
function listIn(answer: unknown): unknown[] | undefined {
  const results = partOf(partOf(answer, 'output'), 'results')
  return Array.isArray(results) ? results : undefined
}

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

function tryToParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

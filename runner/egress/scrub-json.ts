import { isUtf8 } from 'node:buffer'
import { hiddenMask } from '../redact/mask.ts'
import { parseJson } from '../slices/parse-json.ts'
import { runInSlices } from '../slices/run-in-slices.ts'

/** Scrubs a text. Each step of the work is short. */
type ScrubText = (text: string) => Generator<unknown, string>

const token = /"(?:[^"\\]|\\.)*"|[^\s"{}[\],:]+/gs

/**
 * The bytes of an answer after masking. A mask in the middle of a number or an escape would break an answer in JSON, so
 * such an answer is masked by its tokens: a number or literal with a value becomes a text, and a text stays one. A value
 * that goes over several tokens masks the whole answer.
 *
 * @param bytes what the provider sent
 * @param masked the same, masked without regard to its form
 */
export async function keepJson(bytes: Uint8Array, masked: Uint8Array, scrub: ScrubText): Promise<Uint8Array> {
  const encoding = isUtf8(bytes) ? 'utf8' : 'latin1'
  const textOf = (part: Uint8Array) => Buffer.from(part).toString(encoding)
  const text = textOf(bytes)
  if ((await isJson(textOf(masked))) || !(await isJson(text))) return masked
  return Buffer.from(await runInSlices(scrubTokens(text, scrub)), encoding)
}

/** Whether a text is JSON, or JSON in each line. */
async function isJson(text: string): Promise<boolean> {
  const json = text.replace(/^\uFEFF/, '')
  try {
    await parseJson(json)
    return true
  } catch {
    return runInSlices(isJsonInLines(json))
  }
}

function* isJsonInLines(text: string): Generator<unknown, boolean> {
  try {
    for (const line of text.split('\n')) {
      if (line.trim() !== '') JSON.parse(line)
      yield
    }
    return true
  } catch {
    return false
  }
}

function* scrubTokens(text: string, scrub: ScrubText): Generator<unknown, string> {
  const parts: string[] = []
  let shown = 0
  for (const { 0: raw, index } of text.matchAll(token)) {
    yield
    parts.push(
      text.slice(shown, index),
      raw.startsWith('"') ? yield* scrubString(raw, scrub) : yield* scrubWord(raw, scrub),
    )
    shown = index + raw.length
  }
  const made = parts.join('') + text.slice(shown)
  return (yield* scrub(made)) === made ? made : JSON.stringify(hiddenMask)
}

function* scrubString(raw: string, scrub: ScrubText): Generator<unknown, string> {
  const text: string = JSON.parse(raw)
  const shown = yield* scrub(text)
  const made = shown === text ? raw : inAscii(shown)
  // The value may also stand in the spelling of the text alone, such as in its escapes.
  return (yield* scrub(made)) === made ? made : JSON.stringify(hiddenMask)
}

function* scrubWord(raw: string, scrub: ScrubText): Generator<unknown, string> {
  const shown = yield* scrub(raw)
  return shown === raw ? raw : JSON.stringify(shown)
}

/** The text as JSON in ASCII, which is the same in every encoding of the answer. */
const inAscii = (text: string): string =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

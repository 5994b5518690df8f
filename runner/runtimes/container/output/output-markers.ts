import { createByteSink } from './byte-sink.ts'

/** The lines between which a container's output stands. */
export const startMarker = '---SKILL_OUTPUT_START---'
export const endMarker = '---SKILL_OUTPUT_END---'

export type MarkedOutput =
  /** What stood between the markers: UTF-8, not yet JSON that anyone has parsed. */
  | { readonly kind: 'marked'; readonly text: string }
  /** `reason` is for the log. */
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'too_large' }

export type OutputParserOptions = {
  /** Between the markers. */
  readonly maxBytes: number
  /** Gets what stands outside, in its order, markers left out. */
  readonly outside: (bytes: Uint8Array) => void
}

export type OutputParser = {
  /** Takes the next piece of stdout. */
  push(chunk: Uint8Array): void
  /** Between the markers stands more than it may: nothing that comes can change the verdict. */
  readonly isTooLarge: boolean
  /** The line of the end marker has come. */
  readonly isComplete: boolean
  /** The verdict. Nothing may be pushed afterwards. */
  end(): MarkedOutput
}

const newline = 0x0a
const carriageReturn = 0x0d
const longestMarkerLine = startMarker.length + '\r\n'.length

/**
 * Finds the one pair of markers in stdout, each on a line of its own (`\n` or `\r\n`; the last may end with the stream).
 * Where the pieces end changes nothing. No pair, two, or one out of order is invalid.
 */
export function createOutputParser({ maxBytes, outside }: OutputParserOptions): OutputParser {
  let place: 'before' | 'inside' | 'after' = 'before'
  /** A line that may turn out to be a marker. */
  let line: Uint8Array = new Uint8Array()
  /** In the middle of a line that is none. */
  let isPastStart = false
  // A line break before the end marker is the marker's, not the output's.
  const output = createByteSink(maxBytes + '\r\n'.length)
  let isTooLarge = false
  let reason: string | undefined

  const take = (content: Uint8Array) => {
    if (content.length === 0) return
    if (place !== 'inside') return outside(content)
    if (!isTooLarge && !output.add(content)) isTooLarge = true
  }

  const endLine = () => {
    const text = markerTextOf(line)
    if (text === startMarker) {
      if (place === 'before') place = 'inside'
      else reason ??= 'the start marker stands there twice'
    } else if (text === endMarker) {
      if (place === 'inside') place = 'after'
      else reason ??= place === 'before' ? 'the end marker comes first' : 'the end marker stands there twice'
    } else take(line)
    line = new Uint8Array()
  }

  /** Takes bytes of one line: `\n` is their last at most. */
  const pushPiece = (piece: Uint8Array) => {
    const isEnd = piece.at(-1) === newline
    if (isPastStart) {
      take(piece)
      isPastStart = !isEnd
      return
    }
    line = line.length === 0 ? piece : Buffer.concat([line, piece])
    if (isEnd) return endLine()
    if (line.length < longestMarkerLine) {
      // The chunk's memory is the engine's stream's: what is kept is a copy.
      line = Uint8Array.from(line)
      return
    }
    take(line)
    line = new Uint8Array()
    isPastStart = true
  }

  return {
    get isTooLarge() {
      return isTooLarge
    },
    get isComplete() {
      return place === 'after'
    },
    push(chunk) {
      for (let at = 0; at < chunk.length; ) {
        const end = chunk.indexOf(newline, at)
        const next = end === -1 ? chunk.length : end + 1
        pushPiece(chunk.subarray(at, next))
        at = next
      }
    },
    end() {
      if (!isPastStart) endLine()
      if (isTooLarge) return { kind: 'too_large' }
      if (reason !== undefined) return { kind: 'invalid', reason }
      if (place === 'before') return { kind: 'invalid', reason: 'there are no output markers on stdout' }
      if (place === 'inside') return { kind: 'invalid', reason: 'the end marker is missing' }
      const whole = withoutLineEnd(output.bytes())
      if (whole.length > maxBytes) return { kind: 'too_large' }
      try {
        return { kind: 'marked', text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(whole) }
      } catch {
        return { kind: 'invalid', reason: 'what stands between the markers is not UTF-8' }
      }
    },
  }
}

/** `undefined`: too long for a marker. */
function markerTextOf(line: Uint8Array): string | undefined {
  if (line.length > longestMarkerLine) return undefined
  return Buffer.from(withoutLineEnd(line)).toString('latin1')
}

/** Without one `\n` or `\r\n`; a `\r` where the stream ends counts as the beginning of one. */
function withoutLineEnd(line: Uint8Array): Uint8Array {
  let end = line.length
  if (line[end - 1] === newline) end -= 1
  if (line[end - 1] === carriageReturn) end -= 1
  return line.subarray(0, end)
}

import { randomBytes } from 'node:crypto'
import { utf8Of } from '../../../core/utf8.ts'

const firstCapacity = 4096

/** Collects pieces of bytes in one contiguous buffer. */
function createByteSink(maxBytes: number) {
  let buffer = Buffer.alloc(0)
  let length = 0
  return {
    get length() {
      return length
    },
    /** False: the bytes exceed the limit, and none of them was added. */
    add(bytes: Uint8Array) {
      const needed = length + bytes.length
      if (needed > maxBytes) return false
      if (needed > buffer.length) {
        const grown = Buffer.alloc(Math.min(maxBytes, Math.max(firstCapacity, needed, buffer.length * 2)))
        buffer.copy(grown, 0, 0, length)
        buffer = grown
      }
      buffer.set(bytes, length)
      length = needed
      return true
    },
    /** A view of the collected bytes. */
    bytes: () => buffer.subarray(0, length),
  }
}

/** The lines around a container's output. */
export const startMarker = '---SKILL_OUTPUT_START---'
export const endMarker = '---SKILL_OUTPUT_END---'

export type MarkedOutput =
  /** The text between the markers: valid UTF-8, but not yet parsed as JSON. */
  | { readonly kind: 'marked'; readonly text: string }
  /** `reason` is for the log. */
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'too_large' }

type OutputParserOptions = {
  /** Limit for the text between the markers. */
  readonly maxBytes: number
  /** Gets everything outside the markers, in order and without the markers. */
  readonly outside: (bytes: Uint8Array) => void
}

const newline = 0x0a
const carriageReturn = 0x0d
const longestMarkerLine = startMarker.length + '\r\n'.length

/**
 * Finds the one pair of markers in stdout, each on its own line (`\n` or `\r\n`; the last one may end with the
 * stream). The result does not depend on how stdout is split. A missing, second or misplaced marker is invalid.
 */
export function createOutputParser({ maxBytes, outside }: OutputParserOptions) {
  let place: 'before' | 'inside' | 'after' = 'before'
  /** The start of a line that may be a marker. */
  let line: Uint8Array = new Uint8Array()
  /** Whether the current line is known not to be a marker. */
  let isPastStart = false
  // The line break before the end marker belongs to the marker.
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
      else reason ??= 'the start marker appears twice'
    } else if (text === endMarker) {
      if (place === 'inside') place = 'after'
      else reason ??= place === 'before' ? 'the end marker comes first' : 'the end marker appears twice'
    } else take(line)
    line = new Uint8Array()
  }

  /** Processes a part of one line; `\n` can only be its last byte. */
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
      // The engine's stream reuses the chunk's memory, so the bytes are copied.
      line = Uint8Array.from(line)
      return
    }
    take(line)
    line = new Uint8Array()
    isPastStart = true
  }

  return {
    /** The text between the markers exceeds its limit; further input cannot change the verdict. */
    get isTooLarge() {
      return isTooLarge
    },
    /** The line with the end marker has arrived. */
    get isComplete() {
      return place === 'after'
    },
    /** Processes the next piece of stdout. */
    push(chunk: Uint8Array) {
      for (let at = 0; at < chunk.length; ) {
        const end = chunk.indexOf(newline, at)
        const next = end === -1 ? chunk.length : end + 1
        pushPiece(chunk.subarray(at, next))
        at = next
      }
    },
    /** The verdict. Call it last. */
    end(): MarkedOutput {
      if (!isPastStart) endLine()
      if (isTooLarge) return { kind: 'too_large' }
      if (reason !== undefined) return { kind: 'invalid', reason }
      if (place === 'before') return { kind: 'invalid', reason: 'stdout has no output markers' }
      if (place === 'inside') return { kind: 'invalid', reason: 'the end marker is missing' }
      const whole = withoutLineEnd(output.bytes())
      if (whole.length > maxBytes) return { kind: 'too_large' }
      const text = utf8Of(whole)
      return text === undefined
        ? { kind: 'invalid', reason: 'the text between the markers is not UTF-8' }
        : { kind: 'marked', text }
    },
  }
}

/** `undefined`: the line is too long to be a marker. */
function markerTextOf(line: Uint8Array): string | undefined {
  if (line.length > longestMarkerLine) return undefined
  return Buffer.from(withoutLineEnd(line)).toString('latin1')
}

/** Removes one `\n` or `\r\n`, or a `\r` at the end of the stream. */
function withoutLineEnd(line: Uint8Array): Uint8Array {
  let end = line.length
  if (line[end - 1] === newline) end -= 1
  if (line[end - 1] === carriageReturn) end -= 1
  return line.subarray(0, end)
}

const begin = 0x1e
const digitsBytes = 16
const statusBytes = '000\n'.length

/** Random digits that a program cannot guess. */
export const newEndDigits = (): string => randomBytes(digitsBytes).toString('hex')

/**
 * Finds the mark that a container's first process prints last, with its program's exit status, in one stream, however it
 * is split. `take` gets everything before the mark, in views that are valid
 * until it returns; nothing follows the mark.
 */
export function createEndMark(digits: string, take: (bytes: Uint8Array) => void) {
  const mark = Buffer.from([begin, ...Buffer.from(`${digits} `)])
  /** A possible start of the mark. */
  let held = Buffer.alloc(0)
  let status: number | undefined

  return {
    /** Absent until the mark has arrived. */
    get status() {
      return status
    },
    /** Processes the next piece of one stream. */
    push(piece: Uint8Array) {
      if (status !== undefined) return
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length)
      const whole = held.length === 0 ? bytes : Buffer.concat([held, bytes])
      held = held.subarray(0, 0)
      const found = whole.indexOf(mark)
      // The mark contains this byte only once, at its start.
      const at = found === -1 ? whole.lastIndexOf(begin) : found
      const tail = at === -1 ? whole.subarray(whole.length) : whole.subarray(at)
      const isBeginning = tail.length > 0 && mark.subarray(0, tail.length).equals(tail.subarray(0, mark.length))
      if (!isBeginning) return take(whole)
      if (at > 0) take(whole.subarray(0, at))
      if (tail.length < mark.length + statusBytes) held = Buffer.from(tail)
      else status = Number(tail.toString('latin1', mark.length, mark.length + statusBytes))
    },
    /** The stream has ended; an incomplete mark becomes part of the output. */
    end() {
      if (held.length > 0) take(held)
      held = held.subarray(0, 0)
    },
  }
}

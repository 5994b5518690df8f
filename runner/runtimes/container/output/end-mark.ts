import { randomBytes } from 'node:crypto'

/** The mark that a container's first process prints last on stdout and stderr, with its program's exit status. */
type EndMark = {
  /** Processes the next piece of one stream. */
  push(piece: Uint8Array): void
  /** Absent until the mark has arrived. */
  readonly status: number | undefined
  /** The stream has ended; an incomplete mark becomes part of the output. */
  end(): void
}

const begin = 0x1e
const digitsBytes = 16
const statusBytes = '000\n'.length

/** Random digits that a program cannot guess. */
export const newEndDigits = (): string => randomBytes(digitsBytes).toString('hex')

/**
 * Finds the mark in one stream, however it is split. `take` gets everything before the mark, in views that are valid
 * until it returns; nothing follows the mark.
 */
export function createEndMark(digits: string, take: (bytes: Uint8Array) => void): EndMark {
  const mark = Buffer.from([begin, ...Buffer.from(`${digits} `)])
  /** A possible start of the mark. */
  let held = Buffer.alloc(0)
  let status: number | undefined

  return {
    get status() {
      return status
    },
    push(piece) {
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
    end() {
      if (held.length > 0) take(held)
      held = held.subarray(0, 0)
    },
  }
}

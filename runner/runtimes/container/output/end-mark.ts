import { randomBytes } from 'node:crypto'

/** What a container's first process prints last, on stdout and on stderr: how its program ended. */
export type EndMark = {
  /** Takes the next piece of one stream. */
  push(piece: Uint8Array): void
  /** Absent: it has not come. */
  readonly status: number | undefined
  /** The stream has ended: what looked like the beginning of a mark was none. */
  end(): void
}

const begin = 0x1e
const digitsBytes = 16
const statusBytes = '000\n'.length

/** Which a program can neither know nor guess. */
export const newEndDigits = (): string => randomBytes(digitsBytes).toString('hex')

/**
 * Finds the mark in one stream, in however many pieces it comes. `take` gets what stands before it, in views that are good until the call
 * returns; nothing stands after it.
 */
export function createEndMark(digits: string, take: (bytes: Uint8Array) => void): EndMark {
  const mark = Buffer.from([begin, ...Buffer.from(`${digits} `)])
  /** May turn out to be the beginning of the mark. */
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
      // The mark begins with the one byte of its kind that it has.
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

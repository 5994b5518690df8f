/** Shorter parts are read sooner than looked for. */
export const leastBytes = 192

const slots = 4096
const mostParts = 4096
/** A search ends after so many parts that begin alike. */
const mostProbes = 4
/** Start, end, number, hash, depth, and the part before it that begins alike. */
const partWords = 6
/** Which bytes stand for a part's beginning: past what all parts of one kind begin with, and few enough to be read each time. */
const [sampleFrom, sampleTo, sampleStep] = [8, 192, 4]
/** How often each byte of a text may be compared in vain, on average; and what a search costs by that measure. */
const comparedPerByte = 8
const bytesPerSearch = 256
const hashPrime = 0x01000193

/**
 * The longer objects and lists of one text, by how they begin: one that comes again is known at its first byte, and not
 * read. It may forget some, and never takes one for another.
 */
export class RepeatedParts {
  /** Of the part that was found last: where it ends, and with what it was added. */
  end = 0
  number = 0
  hash = 0
  /** How many were added to this text's. */
  added = 0
  /** The newest part of each beginning, counted from 1. */
  readonly #newest = new Int32Array(slots)
  readonly #parts = new Int32Array(partWords * (mostParts + 1))
  /** Bytes that may still be compared in vain: whoever writes a text chooses what is almost alike. */
  #left = 0

  /** What is found in a text depends on nothing that was read before it. */
  begin(text: Buffer): void {
    this.#left = comparedPerByte * text.length
    if (this.added > 0) this.#newest.fill(0)
    this.added = 0
  }

  /** Whether a part that was added stands at `start` once more, no deeper than it stood then. */
  find(text: Buffer, start: number, depth: number): boolean {
    if (this.#left <= 0) return false
    const parts = this.#parts
    let part = this.#newest[beginningOf(text, start)] ?? 0
    for (let probe = 0; part > 0 && probe < mostProbes; probe += 1) {
      const at = part * partWords
      const foundStart = parts[at] ?? 0
      const foundEnd = parts[at + 1] ?? 0
      const end = start + foundEnd - foundStart
      if (depth <= (parts[at + 4] ?? 0) && end <= text.length && mayBeAlike(text, foundStart, start, end)) {
        if (text.compare(text, foundStart, foundEnd, start, end) === 0) {
          this.end = end
          this.number = parts[at + 2] ?? 0
          this.hash = parts[at + 3] ?? 0
          return true
        }
        this.#left -= foundEnd - foundStart
      }
      part = parts[at + 5] ?? 0
    }
    this.#left -= bytesPerSearch
    return false
  }

  add(text: Buffer, start: number, end: number, number: number, hash: number, depth: number): void {
    if (this.added === mostParts) return
    this.added += 1
    const beginning = beginningOf(text, start)
    const at = this.added * partWords
    this.#parts[at] = start
    this.#parts[at + 1] = end
    this.#parts[at + 2] = number
    this.#parts[at + 3] = hash
    this.#parts[at + 4] = depth
    this.#parts[at + 5] = this.#newest[beginning] ?? 0
    this.#newest[beginning] = this.added
  }
}

function beginningOf(text: Buffer, start: number): number {
  let hash = 0
  for (let at = start + sampleFrom; at < start + sampleTo; at += sampleStep) {
    hash = Math.imul(hash ^ (text[at] ?? 0), hashPrime)
  }
  return (hash ^ (hash >>> 16)) & (slots - 1)
}

/** Looks at a few bytes: a call to compare all of them costs more. */
function mayBeAlike(text: Buffer, other: number, start: number, end: number): boolean {
  const step = (end - start) >>> 4
  for (let at = start + step, from = other + step; at < end; at += step, from += step) {
    if (text[at] !== text[from]) return false
  }
  return true
}

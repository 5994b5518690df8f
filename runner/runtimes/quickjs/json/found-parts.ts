const firstSlots = 1024
const mostSlots = 64 * 1024
/** Hash, start, end and number of each. */
const slotWords = 4
/** Shorter ones are compared faster here than by a call. */
const shortBytes = 48

/**
 * Where the objects and lists of one text were found first, by a hash of what stands in them. It may forget some, and never
 * takes one for another.
 */
export class FoundParts {
  /** Whoever writes a text may choose what meets in one place: a search ends after so many. */
  readonly #mostProbes: number
  readonly #firstSlots = new Int32Array(slotWords * firstSlots)
  #slots = this.#firstSlots
  #mask = firstSlots - 1
  #count = 0
  /** How often a part was new, ever. */
  added = 0

  constructor(mostProbes = 8) {
    this.#mostProbes = mostProbes
  }

  /** Which parts meet depends on the number of slots: each text begins with the same, whatever was read before it. */
  clear(): void {
    if (this.#count === 0) return
    this.#count = 0
    this.#firstSlots.fill(0)
    this.#slots = this.#firstSlots
    this.#mask = firstSlots - 1
  }

  /**
   * The number of the first part that is written as `text` from `start` to `end`. A part that is new gets `number`, which
   * is 0 or more, and gives `undefined`.
   */
  findOrAdd(text: Buffer, hash: number, start: number, end: number, number: number): number | undefined {
    const slots = this.#slots
    let at = hash & this.#mask
    for (let probe = 0; probe < this.#mostProbes; probe += 1) {
      const slot = at * slotWords
      const foundEnd = slots[slot + 2] ?? 0
      if (foundEnd === 0) {
        this.#put(slot, hash, start, end, number)
        return undefined
      }
      const foundStart = slots[slot + 1] ?? 0
      if (slots[slot] === hash && foundEnd - foundStart === end - start) {
        // Another part with this hash and length is of somebody's making: no further one is compared.
        return isAlike(text, foundStart, start, end) ? slots[slot + 3] : undefined
      }
      at = (at + 1) & this.#mask
    }
    return undefined
  }

  #put(slot: number, hash: number, start: number, end: number, number: number): void {
    this.#slots[slot] = hash
    this.#slots[slot + 1] = start
    this.#slots[slot + 2] = end
    this.#slots[slot + 3] = number
    this.#count += 1
    this.added += 1
    if (2 * this.#count > this.#mask && this.#mask < mostSlots) this.#grow()
  }

  /** Twice as many slots; what finds no place among them is forgotten. */
  #grow(): void {
    const before = this.#slots
    this.#mask = 2 * this.#mask + 1
    this.#slots = new Int32Array(slotWords * (this.#mask + 1))
    this.#count = 0
    for (let slot = 0; slot < before.length; slot += slotWords) {
      if (before[slot + 2] === 0) continue
      let at = (before[slot] ?? 0) & this.#mask
      for (let probe = 0; probe < this.#mostProbes; probe += 1) {
        if (this.#slots[at * slotWords + 2] === 0) {
          this.#slots.set(before.subarray(slot, slot + slotWords), at * slotWords)
          this.#count += 1
          break
        }
        at = (at + 1) & this.#mask
      }
    }
  }
}

function isAlike(text: Buffer, other: number, start: number, end: number): boolean {
  const length = end - start
  if (length > shortBytes) return text.compare(text, other, other + length, start, end) === 0
  for (let at = 0; at < length; at += 1) if (text[start + at] !== text[other + at]) return false
  return true
}

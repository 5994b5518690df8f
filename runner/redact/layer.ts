/** A decoded text. `startOf` and `endOf` map a unit of it back to its position in the original. */
export type Layer = {
  readonly units: Uint16Array
  startOf(at: number): number
  endOf(at: number): number
}

/** The unit of a soft line break, which stands for no character. */
export const nothing = -1

/** Separates decoded runs. No escape, digit or code contains it. */
export const gapUnit = 0xffff

/** A part of a layer, without a copy. */
export function blockOf({ units, startOf, endOf }: Layer, from: number, to: number): Layer {
  if (from === 0 && to >= units.length) return { units, startOf, endOf }
  return {
    units: units.subarray(from, to),
    startOf: (at) => startOf(from + at),
    endOf: (at) => endOf(from + at),
  }
}

/** Collects the units of a layer, each with the positions in `of` that it was decoded from. */
export class LayerBuilder {
  readonly #of: Layer
  #length = 0
  #units = new Uint16Array()
  #starts = new Int32Array()
  #ends = new Int32Array()

  constructor(of: Layer) {
    this.#of = of
  }

  add(unit: number, start: number, end: number): void {
    const at = this.#length
    if (at === this.#units.length) this.#grow()
    this.#units[at] = unit
    this.#starts[at] = start
    this.#ends[at] = end
    this.#length = at + 1
  }

  #grow(): void {
    const [units, starts, ends] = [this.#units, this.#starts, this.#ends]
    const length = Math.max(256, 2 * units.length)
    this.#units = new Uint16Array(length)
    this.#starts = new Int32Array(length)
    this.#ends = new Int32Array(length)
    this.#units.set(units)
    this.#starts.set(starts)
    this.#ends.set(ends)
  }

  /** Separates a run from the next. */
  endRun(): void {
    this.add(gapUnit, 0, 1)
  }

  /** `undefined`: nothing was added. */
  build(): Layer | undefined {
    const [starts, ends, { startOf, endOf }] = [this.#starts, this.#ends, this.#of]
    if (this.#length === 0) return undefined
    return {
      units: this.#units.subarray(0, this.#length),
      startOf: (at) => startOf(starts[at] ?? 0),
      endOf: (at) => endOf((ends[at] ?? 1) - 1),
    }
  }
}

/** Replaces the text from `start` to `end` by one unit, or by `nothing`. */
export type Edit = { readonly start: number; readonly end: number; readonly unit: number }

/** The text with these edits, which are in order. */
export function edited({ units, startOf, endOf }: Layer, edits: readonly Edit[]): Layer {
  const result = units.slice()
  /** Where the text after each edit is in the result, and after how many edits. */
  const places = new Int32Array(edits.length + 1)
  let length = 0
  let from = 0
  for (const [at, { start, end, unit }] of edits.entries()) {
    result.copyWithin(length, from, start)
    length += start - from
    if (unit !== nothing) result[length++] = unit
    places[at + 1] = length
    from = end
  }
  result.copyWithin(length, from)
  length += units.length - from

  /** The part of the original that a unit of the result stands for. */
  function sourceOf(at: number): { readonly start: number; readonly end: number } {
    let [low, high] = [0, edits.length]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((places[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    const start = (edits[low - 1]?.end ?? 0) + at - (places[low] ?? 0)
    const next = edits[low]
    return next !== undefined && start >= next.start ? next : { start, end: start + 1 }
  }

  return {
    units: result.subarray(0, length),
    startOf: (at) => startOf(sourceOf(at).start),
    endOf: (at) => endOf(sourceOf(at).end - 1),
  }
}

/** A fast check, which rarely is true without reason. For any ASCII character except zero. */
export function mayContain(units: Uint16Array, ...signs: readonly number[]): boolean {
  const bytes = Buffer.from(units.buffer, units.byteOffset, units.byteLength)
  return signs.some((sign) => bytes.includes(sign))
}

/** The printable ASCII characters and the white space of a text. */
export const isPrintable = (unit: number): boolean =>
  (unit >= 0x20 && unit <= 0x7e) || unit === 0x09 || unit === 0x0a || unit === 0x0d

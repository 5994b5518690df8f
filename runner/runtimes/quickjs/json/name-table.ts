const firstSlots = 1024
/** Whoever writes a text may choose which names meet in one place: a search ends after so many. */
const mostProbes = 8

/** The names of one text, by their hashes. It may forget some, which then are new once more. */
export class NameTable<Name extends { readonly hash: number }> {
  readonly #firstSlots: (Name | undefined)[] = Array.from({ length: firstSlots }, () => undefined)
  #slots = this.#firstSlots
  #count = 0

  clear(): void {
    if (this.#count === 0) return
    this.#count = 0
    this.#firstSlots.fill(undefined)
    this.#slots = this.#firstSlots
  }

  /** The name with this hash that `isWanted` says is the one. */
  find(hash: number, isWanted: (name: Name) => boolean): Name | undefined {
    const slots = this.#slots
    for (let probe = 0; probe < mostProbes; probe += 1) {
      const name = slots[(hash + probe) & (slots.length - 1)]
      if (name === undefined) return undefined
      if (name.hash === hash && isWanted(name)) return name
    }
    return undefined
  }

  /** False: there is no place for it, or none any more for another one. */
  add(name: Name): boolean {
    const isWhole = 2 * this.#count < this.#slots.length || this.#grow()
    if (!put(this.#slots, name)) return false
    this.#count += 1
    return isWhole
  }

  /** Twice as many slots; what finds no place among them is forgotten. False: something was. */
  #grow(): boolean {
    const before = this.#slots
    const countBefore = this.#count
    this.#slots = Array.from({ length: 2 * before.length }, () => undefined)
    this.#count = 0
    for (const name of before) if (name !== undefined && put(this.#slots, name)) this.#count += 1
    return this.#count === countBefore
  }
}

function put<Name extends { readonly hash: number }>(slots: (Name | undefined)[], name: Name): boolean {
  for (let probe = 0; probe < mostProbes; probe += 1) {
    const at = (name.hash + probe) & (slots.length - 1)
    if (slots[at] !== undefined) continue
    slots[at] = name
    return true
  }
  return false
}

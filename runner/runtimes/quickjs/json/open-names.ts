/** Stands in no object that is open. */
export const nowhere = -1

/** `standsIn` is the number of the innermost open object that has it. */
export type OpenName = { standsIn: number }

/** The names that the open objects of a text have so far: a name that an object has twice is noticed. */
export class OpenNames {
  count = 0
  readonly #names: OpenName[] = []
  /** For each of them, in which object further out it stands too. */
  readonly #outer: number[] = []

  clear(): void {
    this.count = 0
    this.#names.length = 0
    this.#outer.length = 0
  }

  /** False: the innermost open object, which has this number, has the name already. */
  add(name: OpenName, object: number): boolean {
    if (name.standsIn === object) return false
    this.#names[this.count] = name
    this.#outer[this.count] = name.standsIn
    this.count += 1
    name.standsIn = object
    return true
  }

  /** The innermost open object is at its end; before it, there were `count`. */
  close(count: number): void {
    for (let at = this.count - 1; at >= count; at -= 1) {
      const name = this.#names[at]
      if (name !== undefined) name.standsIn = this.#outer[at] ?? nowhere
    }
    this.count = count
  }
}

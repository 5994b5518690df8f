export type FairQueue<Item> = {
  readonly size: number
  /** The number of items of one key. */
  sizeOf(key: string): number
  add(key: string, item: Item): void
  /**
   * Takes the next item. Keys take turns, and the items of one key keep their order. A key that `may` refuses is
   * skipped and keeps its position.
   */
  next(may?: (key: string) => boolean): Item | undefined
  /** Takes up to `most` items, in the order of `next`. */
  take(most: number): Item[]
  /** The item that `next` would take. It stays in the queue. */
  peek(may?: (key: string) => boolean): Item | undefined
  delete(key: string, item: Item): boolean
  /**
   * Takes one item out if the queue has more than `most`: the newest of the key with the most items, if that key has
   * more than `key`; else `item`, which was added last.
   */
  shed(most: number, key: string, item: Item): Item | undefined
}

/** A queue in which no key waits for more than one turn of each other key, however many items those have. */
export function createFairQueue<Item>(): FairQueue<Item> {
  /** In the order of their turns. */
  const lines = new Map<string, Set<Item>>()
  let size = 0

  const remove = (key: string, line: Set<Item>, item: Item) => {
    if (!line.delete(item)) return false
    if (line.size === 0) lines.delete(key)
    size -= 1
    return true
  }

  const first = (may: (key: string) => boolean = () => true) => {
    for (const [key, line] of lines) {
      if (!may(key)) continue
      const [item] = line
      if (item !== undefined) return { key, line, item }
    }
    return undefined
  }

  const next: FairQueue<Item>['next'] = (may) => {
    const found = first(may)
    if (!found) return undefined
    const { key, line, item } = found
    remove(key, line, item)
    // A served key moves behind all others.
    lines.delete(key)
    if (line.size > 0) lines.set(key, line)
    return item
  }

  return {
    get size() {
      return size
    },
    sizeOf: (key) => lines.get(key)?.size ?? 0,
    add: (key, item) => {
      const line = lines.get(key) ?? new Set()
      if (line.has(item)) return
      line.add(item)
      lines.set(key, line)
      size += 1
    },
    next,
    take: (most) => {
      const taken: Item[] = []
      while (taken.length < most) {
        const item = next()
        if (item === undefined) break
        taken.push(item)
      }
      return taken
    },
    peek: (may) => first(may)?.item,
    delete: (key, item) => {
      const line = lines.get(key)
      return line !== undefined && remove(key, line, item)
    },
    shed: (most, key, item) => {
      if (size <= most) return undefined
      const own = lines.get(key) ?? new Set()
      let [longestKey, longest] = [key, own]
      for (const [other, line] of lines) if (line.size > longest.size) [longestKey, longest] = [other, line]
      const shed = longest === own ? item : ([...longest].at(-1) ?? item)
      remove(longestKey, longest, shed)
      return shed
    },
  }
}

/** Counts by key. A key without a count is forgotten. */
export type Tally = {
  of(key: string): number
  add(key: string, change: number): void
}

export function createTally(): Tally {
  const counts = new Map<string, number>()
  const of = (key: string) => counts.get(key) ?? 0
  return {
    of,
    add(key, change) {
      const count = of(key) + change
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}

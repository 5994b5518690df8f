export type FairQueue<Item> = {
  readonly size: number
  add(key: string, item: Item): void
  /**
   * Takes the next item. Keys take turns, and the items of one key keep their order. A key that `may` refuses is
   * skipped and keeps its position.
   */
  next(may?: (key: string) => boolean): Item | undefined
  /** The item that `next` would take. It stays in the queue. */
  peek(may?: (key: string) => boolean): Item | undefined
  delete(key: string, item: Item): boolean
  /**
   * Evicts the newest item of the key with the most items, if that key has more items than `key` would have with one
   * more.
   */
  makeRoom(key: string): Item | undefined
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

  return {
    get size() {
      return size
    },
    add: (key, item) => {
      const line = lines.get(key) ?? new Set()
      if (line.has(item)) return
      line.add(item)
      lines.set(key, line)
      size += 1
    },
    next: (may) => {
      const found = first(may)
      if (!found) return undefined
      const { key, line, item } = found
      remove(key, line, item)
      // A served key moves behind all others.
      lines.delete(key)
      if (line.size > 0) lines.set(key, line)
      return item
    },
    peek: (may) => first(may)?.item,
    delete: (key, item) => {
      const line = lines.get(key)
      return line !== undefined && remove(key, line, item)
    },
    makeRoom: (key) => {
      let longest: [string, Set<Item>] | undefined
      for (const entry of lines) if (entry[1].size > (longest?.[1].size ?? 0)) longest = entry
      if (!longest || longest[1].size <= (lines.get(key)?.size ?? 0) + 1) return undefined
      const newest = [...longest[1]].at(-1)
      if (newest !== undefined) remove(longest[0], longest[1], newest)
      return newest
    },
  }
}

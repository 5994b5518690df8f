import { LRUCache } from 'lru-cache'

/** Pictures of link previews, drawn at most once while they are kept. */
export type ShareCards = {
  /**
   * The picture for a content. Identical concurrent requests share one drawing, and drawings run one after another,
   * because each takes the processor.
   *
   * @throws what `draw` throws; nothing is kept then.
   */
  picture(content: string, draw: () => Promise<ArrayBuffer>): Promise<ArrayBuffer>
}

/** @param most the maximum number of pictures, each of about 40 KB; the least recently used one is dropped first */
export function createShareCards({ most }: { most: number }): ShareCards {
  const kept = new LRUCache<string, ArrayBuffer>({ max: most })
  const drawing = new Map<string, Promise<ArrayBuffer>>()
  let last: Promise<unknown> = Promise.resolve()

  return {
    async picture(content, draw) {
      const found = kept.get(content) ?? drawing.get(content)
      if (found) return found
      const mine = last.then(draw)
      last = mine.catch(() => {})
      drawing.set(content, mine)
      try {
        const picture = await mine
        kept.set(content, picture)
        return picture
      } finally {
        drawing.delete(content)
      }
    },
  }
}

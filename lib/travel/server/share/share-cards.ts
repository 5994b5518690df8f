import { LRUCache } from 'lru-cache'

export type ShareCards = ReturnType<typeof createShareCards>

/**
 * Pictures of link previews, drawn at most once while they are kept.
 *
 * @param most the maximum number of pictures, each of about 40 KB; the least recently used one is dropped first
 */
export function createShareCards({ most }: { most: number }) {
  const kept = new LRUCache<string, ArrayBuffer>({ max: most })
  const drawing = new Map<string, Promise<ArrayBuffer>>()
  let last: Promise<unknown> = Promise.resolve()

  return {
    /**
     * The picture for a content. Identical concurrent requests share one drawing, and drawings run one after another,
     * because each takes the processor.
     *
     * @throws what `draw` throws; nothing is kept then.
     */
    async picture(content: string, draw: () => Promise<ArrayBuffer>): Promise<ArrayBuffer> {
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

/** The number of characters before and after a text in which a pattern runs. */
export const windowAround = { before: 300, after: 600 } as const
/** One window covers further hits of the same text within this many characters. */
export const hitsApart = windowAround.after / 4

/** Finds many short texts at once, in one pass over a text. */
export type NearIndex = {
  /** The positions of each text that occurs. Lists only the first of close positions: one window covers the others. */
  positionsIn(text: string): ReadonlyMap<string, readonly number[]>
}

/** @param apart leaves out a position that follows a listed position of the same text within this many characters */
export function createNearIndex(texts: Iterable<string>, apart: number): NearIndex {
  const byStart = new Map<number, string[]>()
  /** 1 if a text starts with this pair of ASCII characters. A fast check, because most pairs start no text. */
  const pairs = new Uint8Array(128 * 128)
  for (const text of new Set(texts)) {
    // A text of one character matches whatever character follows.
    const [first, second] = [text.charCodeAt(0), text.charCodeAt(1)]
    const key = text.length === 1 ? keyOf(first, 0) : keyOf(first, second)
    byStart.set(key, [...(byStart.get(key) ?? []), text])
    for (let next = 0; next < 128; next += 1) {
      if (text.length === 1 || next === second) pairs[first * 128 + next] = 1
    }
  }
  return {
    positionsIn(text) {
      const found = new Map<string, number[]>()
      const add = (key: number, at: number) => {
        for (const near of byStart.get(key) ?? []) {
          if (!text.startsWith(near, at)) continue
          const known = found.get(near)
          if (known === undefined) found.set(near, [at])
          else if (at - (known.at(-1) ?? 0) > apart) known.push(at)
        }
      }
      for (let at = 0; at < text.length; at += 1) {
        const [first, second] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
        if (second < 128 && pairs[first * 128 + second] === 0) continue
        add(keyOf(first, second), at)
        add(keyOf(first, 0), at)
      }
      return found
    },
  }
}

const keyOf = (first: number, second: number): number => first * 65_536 + second

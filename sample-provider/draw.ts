/** A reproducible sequence of numbers: the same parts give the same sequence on every machine. */
export interface Draw {
  /** The next number, at least 0 and below 1. */
  next(): number
  between(low: number, high: number): number
  /** An integer from `low` to `high`, inclusive. */
  whole(low: number, high: number): number
  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T
}

/** FNV-1a over the parts, then a final mix, so that similar texts give different numbers. */
export function hash32(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const part of parts) {
    const text = `${part}|`
    for (let at = 0; at < text.length; at++) {
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    }
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A number from 0 to below 1, determined by the parts. */
export function shareOf(...parts: readonly (string | number)[]): number {
  return hash32(...parts) / 2 ** 32
}

export function createDraw(...parts: readonly (string | number)[]): Draw {
  let state = hash32(...parts)
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick(items) {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
  }
}

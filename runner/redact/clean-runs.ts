import { randomInt } from 'node:crypto'

/** Runs of digits in which nothing was found: names and codes come again in every row of an answer. By their hash. */
export type CleanRuns = {
  has(hash: number): boolean
  add(hashes: readonly number[]): void
}

const mostRuns = 4096

export function createCleanRuns(): CleanRuns {
  const runs = new Set<number>()
  return {
    has: (hash) => runs.has(hash),
    add(hashes) {
      if (runs.size + hashes.length > mostRuns) runs.clear()
      for (const hash of hashes.slice(0, mostRuns)) runs.add(hash)
    },
  }
}

/** Nobody outside can find two runs of one hash. */
const [firstSeed, secondSeed] = [randomInt(2 ** 32), randomInt(2 ** 32)]

/** 53 bits over the values of digits from `from` to `to`. */
export function hashOf(values: Uint8Array, from: number, to: number): number {
  let [one, other] = [firstSeed, secondSeed]
  for (let at = from; at < to; at += 1) {
    const value = values[at] ?? 0
    one = Math.imul(one ^ value, 0x01000193)
    other = Math.imul(other ^ (value + 1), 0x85ebca6b) ^ (other >>> 15)
  }
  return (one >>> 0) * 0x200000 + (other >>> 11)
}

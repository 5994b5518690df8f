import { randomInt } from 'node:crypto'
import type { Run } from './long-runs.ts'

/**
 * Hashes of digit runs without a known value. Such runs are skipped later, because the same names and codes repeat in
 * every row of an answer.
 */
export type CleanRuns = {
  has(hash: number): boolean
  add(hashes: readonly number[]): void
}

const maxRuns = 4096

export function createCleanRuns(): CleanRuns {
  const runs = new Set<number>()
  return {
    has: (hash) => runs.has(hash),
    add(hashes) {
      if (runs.size + hashes.length > maxRuns) runs.clear()
      for (const hash of hashes.slice(0, maxRuns)) runs.add(hash)
    },
  }
}

/** Random seeds, so that an outsider cannot find two runs with the same hash. */
const [firstSeed, secondSeed] = [randomInt(2 ** 32), randomInt(2 ** 32)]

/** A 53-bit hash of the digit values of some signs. `values`: the value of each sign. */
export function hashOf(signs: Uint16Array | Uint8Array, { start, end }: Run, values: Uint8Array): number {
  let [one, other] = [firstSeed, secondSeed]
  for (let at = start; at < end; at += 1) {
    const value = values[signs[at] ?? 0] ?? 0
    one = Math.imul(one ^ value, 0x01000193)
    other = Math.imul(other ^ (value + 1), 0x85ebca6b) ^ (other >>> 15)
  }
  return (one >>> 0) * 0x200000 + (other >>> 11)
}

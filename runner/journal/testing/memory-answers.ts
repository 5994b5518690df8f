import type { AnswerStore } from '../../core/ports.ts'

export type MemoryAnswers = AnswerStore & { readonly kept: Map<string, Uint8Array>; readonly reads: () => number }

/** An in-memory answer store that counts reads. */
export function createMemoryAnswers(): MemoryAnswers {
  const kept = new Map<string, Uint8Array>()
  let reads = 0
  return {
    kept,
    reads: () => reads,
    put: async (hash, bytes) => {
      kept.set(hash, Uint8Array.from(bytes))
    },
    get: async (hashes) => {
      reads += hashes.length
      return new Map(
        hashes.flatMap((hash) => {
          const bytes = kept.get(hash)
          return bytes ? [[hash, bytes] as const] : []
        }),
      )
    },
  }
}

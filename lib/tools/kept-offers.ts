import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { canonicalJson } from '#runner/canonical-json.ts'
import type { Json } from '#runner/contract/skill-io.ts'

type Offer = { [name: string]: Json }
export type KeptOffer = { readonly skill: string; readonly offer: Offer; readonly fetchedAt: string }

/** Offers that callers were shown in short, each for the caller that was shown it. */
export type KeptOffers = {
  /** Returns the offer's id, the same for the same offer. */
  keep(principalId: string, kept: KeptOffer): string
  /** Undefined: unknown, another caller's, or too old. */
  find(principalId: string, id: string): KeptOffer | undefined
}

/** Prices change, so an older offer must be searched again. */
const keptMs = 30 * 60_000
const mostCharacters = 16 * 1024 * 1024

/** Keeps offers in this process's memory, the latest ones, in bounded space. */
export function createKeptOffers(): KeptOffers {
  const kept = new LRUCache<string, KeptOffer>({ maxSize: mostCharacters, ttl: keptMs })
  const keyOf = (principalId: string, id: string) => `${principalId} ${id}`
  return {
    keep(principalId, value) {
      const text = canonicalJson([value.skill, value.offer])
      const id = createHash('sha256').update(text).digest('hex').slice(0, 16)
      kept.set(keyOf(principalId, id), value, { size: text.length + 200 })
      return id
    },
    find: (principalId, id) => kept.get(keyOf(principalId, id)),
  }
}

import { LRUCache } from 'lru-cache'
import type { Json } from '#runner/contract/skill-io.ts'
import { canonicalJson } from '#runner/core/canonical-json.ts'
import { sha256 } from '#runner/core/hash.ts'

type Offer = { [name: string]: Json }
export type KeptOffer = { readonly skill: string; readonly offer: Offer; readonly fetchedAt: string }

/** The whole offers behind the short results of searches. Only the caller that got a result can find its offer. */
export type KeptOffers = {
  /** Stores an offer and returns its id. Equal offers have the same id. */
  keep(principalId: string, kept: KeptOffer): string
  /** Undefined if the offer is unknown, belongs to another caller or is too old. */
  find(principalId: string, id: string): Promise<KeptOffer | undefined>
}

/** Where processes share their offers. */
export type OfferStore = {
  add(principalId: string, id: string, kept: KeptOffer): void
  find(principalId: string, id: string): Promise<KeptOffer | undefined>
}

/** Prices change, so older offers expire. */
export const keptMs = 30 * 60_000
const maxBytes = 16 * 1024 * 1024
/** What the objects of an offer take for each character of its JSON, and what its entry takes beside them. */
const [bytesPerCharacter, bytesOfEntry] = [1.6, 400]

/**
 * Keeps the most recently used offers in this process's memory, in bounded space.
 *
 * @param store has the offers of other processes, too. Absent: this process is alone.
 */
export function createKeptOffers(store?: OfferStore): KeptOffers {
  const kept = new LRUCache<string, KeptOffer>({ maxSize: maxBytes, ttl: keptMs, ttlAutopurge: true })
  const keyOf = (principalId: string, id: string) => `${principalId} ${id}`
  return {
    keep(principalId, value) {
      const text = canonicalJson([value.skill, value.offer])
      const id = sha256(text).slice(0, 16)
      kept.set(keyOf(principalId, id), value, { size: Math.ceil(text.length * bytesPerCharacter) + bytesOfEntry })
      store?.add(principalId, id, value)
      return id
    },
    find: async (principalId, id) => kept.get(keyOf(principalId, id)) ?? store?.find(principalId, id),
  }
}

import { LRUCache } from 'lru-cache'

/**
 * The two forms of a guest's key, which contains the address: saved searches keep a hash of it. Their runs take turns
 * with the guest's own searches, by the same key, while this process knows it.
 */
export type GuestKeys = {
  /** Hashes the key of a guest's limits before it is stored. */
  hashTurnKey(limitKey: string): string
  /** The key of limits and turns that was hashed, or the hash of one that this process does not know. */
  limitKeyOf(turnKey: string): string
}

/** About 2 MB. */
const mostKnown = 10_000

export function createGuestKeys(hash: (limitKey: string) => string): GuestKeys & { note(limitKey: string): void } {
  const known = new LRUCache<string, string>({ max: mostKnown })
  const hashTurnKey = (limitKey: string) => {
    const hashed = hash(limitKey)
    known.set(hashed, limitKey)
    return hashed
  }
  return {
    hashTurnKey,
    limitKeyOf: (turnKey) => known.get(turnKey) ?? turnKey,
    /** A search of this caller begins. */
    note: (limitKey) => void hashTurnKey(limitKey),
  }
}

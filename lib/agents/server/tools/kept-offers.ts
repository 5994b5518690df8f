import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { cleanJson } from '#lib/platform/server/http/clean-text.ts'
import { parseInput } from '#lib/platform/server/http/input-error.ts'
import type { Params } from '#runner/contract/capabilities/action-contract.ts'
import { errorOf } from '#runner/contract/faults.ts'
import type { Json } from '#runner/contract/skill-io.ts'
import { canonicalJson } from '#runner/core/canonical-json.ts'
import { sha256 } from '#runner/core/hash.ts'
import { parametersOf, type Tool } from './tool.ts'
import { failed, type ToolAnswer, untrustedNotice } from './tool-answer.ts'

type Offer = { [name: string]: Json }
export type KeptOffer = { readonly skill: string; readonly offer: Offer; readonly fetchedAt: string }

/** The whole offers behind the short results of searches. Only the caller that got a result can find its offer. */
export type KeptOffers = ReturnType<typeof createKeptOffers>

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
export function createKeptOffers(store?: OfferStore) {
  const kept = new LRUCache<string, KeptOffer>({ maxSize: maxBytes, ttl: keptMs, ttlAutopurge: true })
  const keyOf = (principalId: string, id: string) => `${principalId} ${id}`
  return {
    /** Stores an offer and returns its id. Equal offers have the same id. */
    keep(principalId: string, value: KeptOffer): string {
      const text = canonicalJson([value.skill, value.offer])
      const id = sha256(text).slice(0, 16)
      kept.set(keyOf(principalId, id), value, { size: Math.ceil(text.length * bytesPerCharacter) + bytesOfEntry })
      store?.add(principalId, id, value)
      return id
    },
    /** Undefined if the offer is unknown, belongs to another caller or is too old. */
    find: async (principalId: string, id: string): Promise<KeptOffer | undefined> =>
      kept.get(keyOf(principalId, id)) ?? store?.find(principalId, id),
  }
}

const Arguments = z.strictObject({ id: z.string().describe('The id of a result of an earlier search.') })

/** The function that returns all details of an offer from an earlier search. */
export const offerDetailsTool: Tool = {
  name: 'offer_details',
  description:
    'Gives everything about one flight or hotel offer of an earlier search: every segment, bags, fare conditions, price parts, payment and cancellation terms.',
  parameters: parametersOf(Arguments),
  readOnly: true,
  destructive: false,
  confirms: false,
  reachesOut: false,
}

export async function offerDetails(
  offers: KeptOffers,
  principalId: string,
  given: Params,
  maySee: (skill: string) => boolean,
): Promise<ToolAnswer> {
  const read = parseInput(Arguments, given, 'arguments')
  if (!read.ok) return failed(read.error)
  const kept = await offers.find(principalId, read.value.id)
  if (kept === undefined || !maySee(kept.skill)) {
    const message = 'There is no offer with this id, or it is too old. Search again and use an id of the new results.'
    return failed(errorOf('NOT_FOUND', {}, { message, details: { id: 'is not the id of an offer' } }))
  }
  return {
    status: 'success',
    message: 'Here are the details of the offer.',
    notice: untrustedNotice,
    skill: kept.skill,
    results: [{ ...cleanJson(kept.offer), fetched_at: kept.fetchedAt }],
  }
}

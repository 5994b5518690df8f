import { hash } from 'node:crypto'
import type { Context } from '#lib/platform/server/auth/context.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { type Outcome, refuse, refuseBecause } from '#lib/platform/server/http/outcome.ts'
import { originOf } from '#lib/travel/model/results/found.ts'
import { type BlamedError, blamed } from '#runner/contract/faults.ts'
import { newId, type TripId } from '#runner/contract/ids.ts'
import type { Principal } from '#runner/contract/principal.ts'
import { isUnreadable, type SkillOutput, type SkillSuccess } from '#runner/contract/skill-io.ts'
import { type AdmittedExecution, hasCredentials } from '#runner/run/admit.ts'
import { signatureOf } from '../../model/flights/itinerary.ts'
import { readFlights } from '../../model/flights/read-flights.ts'
import type { Origin } from '../../model/results/found.ts'
import { maxSavedOffers, type SaveOffer } from '../../model/saved-offer.ts'
import type { TravelPorts } from '../ports.ts'
import { pickOffer, type SoldOffer, soldOffers } from './sold-offer.ts'
import { type TripSearch, tripSearch } from './trip-search.ts'

/** A larger offer is not kept. Real ones have a few kilobytes. */
const maxOfferBytes = 64 * 1024

type Found = { readonly sold: SoldOffer; readonly answer: SkillSuccess }

/**
 * Saves an offer from the server's own answer to a search: from the cache, or requested again as this person. Saving
 * the same offer again returns the existing one. Another fare of flights that are saved and not booked takes the place
 * of the saved one.
 *
 * @returns INVALID_INPUT by field, NOT_FOUND if the answer does not contain the offer, PAYLOAD_TOO_LARGE if the offer
 *   is too large, CONFLICT if the person has too many, or the refusal or error of the skill
 */
export async function saveOffer(
  ports: TravelPorts,
  context: Context,
  wanted: SaveOffer,
  signal: AbortSignal,
): Promise<Outcome<{ id: string; is_new: boolean }>> {
  const search = tripSearch(wanted, ports.places, ports.clock.now())
  if (!search.ok) return search
  const offered = await ports.skills.byCapability(search.value.capability)
  // A save never runs skills without this capability, whatever their answers look like.
  if (!offered.some(({ manifest }) => manifest.name === wanted.skill)) return noOffer
  const found = await findOffer(ports, context, wanted, search.value, signal)
  return found.ok ? keep(ports, wanted, search.value, found.value, context.principal) : found
}

async function findOffer(
  { invoke }: TravelPorts,
  context: Context,
  wanted: SaveOffer,
  { inputs }: TripSearch,
  signal: AbortSignal,
): Promise<Outcome<Found>> {
  const admitted: AdmittedExecution[] = []
  let refusal: BlamedError | undefined
  for (const input of inputs) {
    const checked = await invoke.admit({ skill: wanted.skill, input, ...context, signal })
    if (checked.kind === 'refused') {
      // A skill may take only one of the inputs: the offer can be in the list, although its hotel has no own request.
      refusal ??= checked.error
      continue
    }
    if (!hasCredentials(checked)) return noOffer
    admitted.push(checked)
  }
  if (refusal !== undefined && admitted.length === 0) return { ok: false, error: refusal }
  for (const execution of admitted) {
    const found = foundIn(wanted, await invoke.recall(execution))
    if (found) return { ok: true, value: found }
  }
  for (const execution of admitted) {
    const output = await invoke.answer(execution, signal)
    if (output.status === 'error') return { ok: false, error: blamed(output.error) }
    if (output.status === 'success' && isUnreadable(output)) return unreadable(output.skill)
    const found = foundIn(wanted, output)
    if (found) return { ok: true, value: found }
  }
  return noOffer
}

function foundIn(wanted: SaveOffer, answer: SkillOutput | undefined): Found | undefined {
  if (answer?.status !== 'success') return undefined
  const sold = pickOffer(
    soldOffers(wanted.kind, answer, originOf(answer.skill, answer)),
    wanted.product,
    wanted.offer_id,
  )
  return sold && { sold, answer }
}

async function keep(
  { db, clock, randomBytes }: TravelPorts,
  { kind, skill }: SaveOffer,
  search: TripSearch,
  { sold, answer }: Found,
  { id: userId }: Principal,
): Promise<Outcome<{ id: string; is_new: boolean }>> {
  const { offer, price } = sold
  if (JSON.stringify(offer).length > maxOfferBytes) return tooLarge
  const { data, fetchedAtMs } = originOf(answer.skill, answer)
  const seenAt = new Date(fetchedAtMs)
  const productHash = hash('sha256', JSON.stringify([kind, skill, price.currency, sold.product]), 'base64url')
  return db.$transaction(async (tx) => {
    // One save at a time for each person, so that the count stays right.
    const [user] = await tx.$queryRaw<{ id: string }[]>`select id from users where id = ${userId} for update`
    if (user === undefined) return refuse('UNAUTHENTICATED')
    await tx.savedOffer.deleteMany({ where: { userId, removedAt: { not: null } } })
    const known = await tx.savedOffer.findUnique({ where: { userId_productHash: { userId, productHash } } })
    if (known) return { ok: true, value: { id: known.id, is_new: false } }
    const sale = {
      productHash,
      offer: JSON.parse(JSON.stringify(offer)) satisfies Prisma.InputJsonValue,
      data,
      savedAmount: price.amount,
      savedSeenAt: seenAt,
      latestAmount: price.amount,
      latestSeenAt: seenAt,
    }
    const undecided = { userId, kind, skill, search: search.query, currency: price.currency, bookedAt: null }
    const others = sold.flights === undefined ? [] : await tx.savedOffer.findMany({ where: undecided })
    const other = others.find((row) => flightsIn(row.offer, originOf(answer.skill, answer)) === sold.flights)
    if (other) {
      await tx.savedOffer.update({ where: { id: other.id }, data: sale })
      return { ok: true, value: { id: other.id, is_new: false } }
    }
    if ((await tx.savedOffer.count({ where: { userId } })) >= maxSavedOffers) return tooMany
    const id: TripId = newId('trip', randomBytes)
    await tx.savedOffer.create({
      data: {
        id,
        userId,
        kind,
        skill,
        search: search.query,
        ...sale,
        currency: price.currency,
        endsAt: new Date(sold.endsAtMs(search.zone)),
        savedAt: new Date(clock.now()),
      },
    })
    return { ok: true, value: { id, is_new: true } }
  })
}

/** The flights of a stored offer; undefined if the current contract cannot parse it. */
function flightsIn(offer: unknown, about: Origin): string | undefined {
  const [read] = readFlights([offer], about).offers
  return read && signatureOf(read.flight.legs)
}

const noOffer = refuseBecause('offer_gone')
const unreadable = (skill: string) => refuse('INVALID_OUTPUT', { facts: { skill } })
const tooLarge = refuse('PAYLOAD_TOO_LARGE', { facts: { limit: '64 KB' } })
const tooMany = refuseBecause('offers_full', { most: maxSavedOffers })

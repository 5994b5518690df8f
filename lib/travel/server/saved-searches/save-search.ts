import type { Context } from '#lib/platform/server/auth/context.ts'
import { type Outcome, refuse, refuseBecause } from '#lib/platform/server/http/outcome.ts'
import { newId, type SavedSearchId } from '#runner/contract/ids.ts'
import { maxSavedSearches, type SaveSearch } from '../../model/saved-search.ts'
import { tripSearch } from '../trips/trip-search.ts'
import { firstPrice } from './alert-rule.ts'
import { lowestPrices } from './lowest-prices.ts'
import { firstWaitMs, waitMs } from './next-run.ts'
import { randomOf, type SavedSearchPorts } from './ports.ts'
import { addPoints } from './price-history.ts'
import { scheduleRun } from './run-jobs.ts'
import { recallSources, watchedSources } from './run-sources.ts'

/**
 * Saves a search, with the price of its watched sources if the server still has their answers to the person's search.
 * The person may have seen a lower price of another source. Saving the same search again returns the existing one; with
 * other bags, it begins anew.
 *
 * @returns INVALID_INPUT by field, or CONFLICT if the person has too many
 */
export async function saveSearch(
  ports: SavedSearchPorts,
  wanted: SaveSearch,
  { principal, limitKey }: Context,
  signal: AbortSignal,
): Promise<Outcome<{ id: string; is_new: boolean }>> {
  const { db, clock, places, randomBytes } = ports
  const now = new Date(clock.now())
  const search = tripSearch(wanted, places, now.getTime())
  if (!search.ok) return search
  const { kind, rule } = wanted
  // Hotels have no bags.
  const [cabinBags, checkedBags] = kind === 'flights' ? [wanted.cabin_bags ?? 0, wanted.checked_bags ?? 0] : [0, 0]
  const bags = { cabinBags, checkedBags }
  const { query } = search.value
  const currency = String(search.value.inputs.at(-1)?.params.currency)
  const { manifests } = await watchedSources(ports, principal.id, search.value)
  const names = new Set(manifests.map(({ name }) => name))
  const seen = await recallSources(ports, principal, search.value, { names, signal })
  const { points } = lowestPrices({ kind, search: query, currency, ...bags }, seen, places)
  const lowest = points.toSorted((a, b) => a.amount - b.amount)[0]
  const userId = principal.id
  return db.$transaction(async (tx) => {
    // One save at a time for each person, so that the count stays right.
    const [user] = await tx.$queryRaw<
      { is_guest: boolean }[]
    >`select is_guest from users where id = ${userId} for update`
    if (user === undefined) return refuse('UNAUTHENTICATED')
    await tx.savedSearch.deleteMany({ where: { userId, removedAt: { not: null } } })
    const known = await tx.savedSearch.findUnique({
      where: { userId_kind_search: { userId, kind, search: query } },
      select: { id: true, cabinBags: true, checkedBags: true },
    })
    const isSame = known?.cabinBags === cabinBags && known.checkedBags === checkedBags
    if (known && isSame) return { ok: true, value: { id: known.id, is_new: false } }
    // Its prices include other bags, so that nothing of it can be compared.
    if (known) await tx.savedSearch.delete({ where: { id: known.id } })
    const most = user.is_guest ? maxSavedSearches.guest : maxSavedSearches.account
    if ((await tx.savedSearch.count({ where: { userId } })) >= most) return tooMany(most, user.is_guest)
    const id: SavedSearchId = newId('srch', randomBytes)
    const random = randomOf(ports)
    const nextRunAt = new Date(now.getTime() + (lowest === undefined ? firstWaitMs(random) : waitMs(0, random)))
    await tx.savedSearch.create({
      data: {
        ...{ id, userId, kind, search: query, currency, rule, ...bags, savedAt: now, nextRunAt },
        ...(limitKey === userId ? {} : { turnKey: ports.hashTurnKey(limitKey) }),
        ...(lowest && { ...firstPrice(lowest, rule), sources: seen.map(({ skill }) => skill) }),
      },
    })
    await addPoints(tx, id, points, now.getTime())
    await scheduleRun(tx, id, nextRunAt)
    return { ok: true, value: { id, is_new: true } }
  })
}

const tooMany = (most: number, isGuest: boolean) =>
  isGuest
    ? refuseBecause('guest_searches_full', { most, most_with_account: maxSavedSearches.account })
    : refuseBecause('searches_full', { most })

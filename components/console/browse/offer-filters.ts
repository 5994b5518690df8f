import type { ConsoleOffer, SkillSources } from '#lib/console/model/console-install.ts'
import { matching } from '#lib/skills/model/matching.ts'

export const shownStates = ['installed', 'update'] as const
/**
 * `other`: another skill with this name is here. `update`: the source has a newer version than the installed one.
 */
type OfferState = (typeof shownStates)[number] | 'new' | 'other'
type Here = SkillSources['here'][number]
export type OfferRow = ConsoleOffer & {
  readonly from: string
  readonly state: OfferState
  readonly here: Here | undefined
}

/** An offer beside what is here. */
export function offerRow(offer: ConsoleOffer, from: string, here: Here | undefined): OfferRow {
  return { ...offer, from, here, state: stateOf(offer, here) }
}

function stateOf({ place, versions }: ConsoleOffer, here: Here | undefined): OfferState {
  if (here === undefined) return 'new'
  if (here.place !== place) return 'other'
  // The newest is first. Without the installed version among them, none is known to be newer.
  return versions.indexOf(here.version) > 0 ? 'update' : 'installed'
}

/** Empty or null: any. */
export type OfferFilters = {
  readonly text: string
  readonly source: string | null
  readonly state: (typeof shownStates)[number] | null
  readonly category: string | null
}

/** The offers that pass all filters, the best match first, and equal ones by name. */
export function filterOffers(rows: readonly OfferRow[], filters: OfferFilters): readonly OfferRow[] {
  const { source, state, category } = filters
  const words = filters.text.split(/\s+/).filter(Boolean)
  return matching(
    rows.filter(
      (row) =>
        (source === null || row.from === source) &&
        (state === null || row.state === state || (state === 'installed' && row.state === 'update')) &&
        (category === null || row.categories.includes(category)),
    ),
    words,
  )
}

/** How many offers each value has, the most frequent first. */
export function countsOf(values: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
}

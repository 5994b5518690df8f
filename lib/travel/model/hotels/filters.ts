import { mapNames } from '../map-names.ts'
import { daysBetween } from '../offset-time.ts'
import type { Choice } from '../results/choice.ts'
import { type FacetsOf, type FilterScheme, type FiltersOf, narrowBy, type PriceMark } from '../results/narrow-by.ts'
import type { FreeCancellation } from './cancellation.ts'
import type { HotelGroup, HotelItem } from './hotel-item.ts'
import { type HotelOffer, isForAnyone } from './hotel-offer.ts'

/** Lower case, in usual width, without accents. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a name has every word of the query, or its beginning, in any order. */
export function isNamed(name: string, query: string): boolean {
  const folded = ` ${fold(name)}`
  return fold(query)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

const choiceNames = ['name', 'stars', 'boards', 'chains'] as const
type HotelChoiceName = (typeof choiceNames)[number]

const rangeNames = ['price', 'distance', 'freeDays'] as const
const flagNames = ['freeCancellation', 'payLater', 'conditions'] as const

export type HotelFilterNames = {
  choice: HotelChoiceName
  range: (typeof rangeNames)[number]
  flag: (typeof flagNames)[number]
}

/** The filter value for an unknown fact of a hotel. */
export const UNKNOWN = 'unknown'

/**
 * The filters of a hotel list; null or false does not filter. Prices are comparable totals, distances are kilometres
 * from the centre. `freeDays`: the days before check-in until which cancelling is free. `payLater`: nothing is paid before the stay. `conditions`: includes offers that only some travelers
 * can book, which are left out otherwise. The only value of `name`: words of the
 * hotel's name.
 */
export type HotelFilters = FiltersOf<HotelFilterNames>

export const noHotelFilters: HotelFilters = {
  ...mapNames(choiceNames, () => null),
  ...mapNames(rangeNames, () => null),
  ...mapNames(flagNames, () => false),
}

export type HotelFacets = FacetsOf<HotelFilterNames>

interface HotelPart extends HotelOffer {
  rate: HotelItem
  mark: PriceMark
}

const scheme: FilterScheme<HotelGroup, HotelPart, HotelFilterNames> = {
  choiceNames,
  rangeNames,
  flagNames,
  admits: 'conditions',
  partsOf: ({ rates }) =>
    rates.map((rate): HotelPart => {
      const { offer, compared } = rate
      const { amount, isAbout, isMore } = compared
      const mark = isAbout ? (isMore ? 'aboutMore' : 'about') : isMore ? 'more' : undefined
      return { ...offer, price: { ...offer.price, amount }, rate, mark }
    }),
  valuesOf: (name, { rates: [{ offer }] }) => (name === 'boards' || name === 'name' ? [] : [optionOf(name, offer)]),
  partValue: (name, { hotel }) => (name === 'boards' ? (hotel.board ?? UNKNOWN) : undefined),
  // A hotel at an unknown place counts as infinitely far away.
  rangeValue: (name, { rates: [{ offer }] }) =>
    name === 'distance' ? (offer.hotel.distance_km ?? Number.POSITIVE_INFINITY) : undefined,
  // A rate that is not free to cancel is above every limit.
  partRange: (name, { hotel, rate: { free } }) => (name === 'freeDays' ? daysFree(hotel.check_in, free) : undefined),
  hasFlag: hasTerm,
  markOf: ({ mark }) => mark,
}

/** With the hotels that have the wanted name as one option, and all others as the other one. */
const schemeWith = ({ values: [wanted = ''] }: Choice): typeof scheme => ({
  ...scheme,
  valuesOf: (name, item) =>
    name === 'name'
      ? [isNamed(item.rates[0].offer.hotel.name, wanted) ? wanted : `not ${wanted}`]
      : scheme.valuesOf(name, item),
})

function hasTerm(name: HotelFilterNames['flag'], { hotel, rate }: HotelPart): boolean {
  switch (name) {
    case 'freeCancellation':
      return rate.free !== undefined
    case 'payLater':
      return hotel.payment?.kind === 'guarantee' || hotel.payment?.kind === 'hold'
    case 'conditions':
      return !isForAnyone(hotel)
  }
}

/** The days from the last day of free cancellation to check-in; infinite if cancelling is not free. */
export const daysFree = (checkIn: string, free: FreeCancellation | undefined): number =>
  free === undefined ? Number.POSITIVE_INFINITY : Math.max(0, daysBetween(free.date, checkIn))

/** The hotels that pass all filters, each with its cheapest passing offer, and the results of each filter's options. */
export function narrowHotels(
  items: readonly HotelGroup[],
  filters: HotelFilters,
): { rows: HotelItem[]; facets: () => HotelFacets } {
  const { name } = filters
  const { passed, facets } = narrowBy(items, filters, name === null ? scheme : schemeWith(name))
  return { rows: passed.map(({ parts: [{ rate }] }) => rate), facets }
}

function optionOf(name: Exclude<HotelChoiceName, 'boards' | 'name'>, { hotel }: HotelOffer): string {
  const { stars, chain } = hotel
  switch (name) {
    case 'stars':
      return stars === undefined ? UNKNOWN : String(stars)
    case 'chains':
      // A chain's code appears in the URL; anything else is not accepted as a code.
      return chain !== undefined && /^[A-Za-z0-9]{1,12}$/.test(chain) ? chain : UNKNOWN
  }
}

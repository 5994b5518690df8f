import { mapNames } from '../map-names.ts'
import { type FacetsOf, type FilterScheme, type FiltersOf, narrowBy, type PriceMark } from '../results/narrow-by.ts'
import type { HotelItem } from './hotel-item.ts'
import type { HotelOffer } from './hotel-offer.ts'

const choiceNames = ['stars', 'boards', 'chains'] as const
type HotelChoiceName = (typeof choiceNames)[number]

const rangeNames = ['price', 'distance'] as const
const flagNames = ['freeCancellation'] as const

export type HotelFilterNames = {
  choice: HotelChoiceName
  range: (typeof rangeNames)[number]
  flag: (typeof flagNames)[number]
}

/** The filter value for an unknown fact of a hotel. */
export const UNKNOWN = 'unknown'

/**
 * The filters of a hotel list; null or false does not filter. Prices are comparable totals, distances are kilometres
 * from the centre.
 */
export type HotelFilters = FiltersOf<HotelFilterNames>

export const noHotelFilters: HotelFilters = {
  ...mapNames(choiceNames, () => null),
  ...mapNames(rangeNames, () => null),
  ...mapNames(flagNames, () => false),
}

export type HotelFacets = FacetsOf<HotelFilterNames>

interface HotelPart extends HotelOffer {
  isFree: boolean
  mark: PriceMark
}

const scheme: FilterScheme<HotelItem, HotelPart, HotelFilterNames> = {
  choiceNames,
  rangeNames,
  flagNames,
  partsOf: ({ offer, free, compared: { amount, isAbout, isMore } }) => [
    {
      ...offer,
      price: { ...offer.price, amount },
      isFree: free !== undefined,
      mark: isAbout ? (isMore ? 'aboutMore' : 'about') : isMore ? 'more' : undefined,
    },
  ],
  valuesOf: (name, item) => [optionOf(name, item)],
  // A hotel at an unknown place counts as infinitely far away.
  rangeValue: (name, { offer }) =>
    name === 'distance' ? (offer.hotel.distance_km ?? Number.POSITIVE_INFINITY) : undefined,
  hasFlag: (_name, { isFree }) => isFree,
  markOf: ({ mark }) => mark,
}

/** The hotels that pass all filters, and the results of each filter's options. */
export function narrowHotels(
  items: readonly HotelItem[],
  filters: HotelFilters,
): { rows: HotelItem[]; facets: () => HotelFacets } {
  const { passed, facets } = narrowBy(items, filters, scheme)
  return { rows: passed.map(({ item }) => item), facets }
}

function optionOf(name: HotelChoiceName, { offer }: HotelItem): string {
  const { stars, board, chain } = offer.hotel
  switch (name) {
    case 'stars':
      return stars === undefined ? UNKNOWN : String(stars)
    case 'boards':
      return board ?? UNKNOWN
    case 'chains':
      // A chain's code appears in the URL; anything else is not accepted as a code.
      return chain !== undefined && /^[A-Za-z0-9]{1,12}$/.test(chain) ? chain : UNKNOWN
  }
}

import { lazily } from '../../../ui/lazily.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { DetailsComing, FiltersComing } from '../coming.tsx'

// Components that the first results do not need.

export const HotelDetails = lazily(async () => (await import('./hotel-details.tsx')).HotelDetails, DetailsComing)

/** Most lists show only rates that anyone can book. */
export const Condition = lazily(
  async () => (await import('./condition.tsx')).Condition,
  () => null,
)

export const HotelFilterPanel = lazily(
  async () => (await import('./hotel-filters.tsx')).HotelFilterPanel,
  FiltersComing,
)

export const HotelBestWords = lazily(async () => (await import('./hotel-best-words.tsx')).HotelBestWords)

export const HotelMap = lazily(async () => (await import('./hotel-map.tsx')).HotelMap, MapComing)

export const NoHotels = lazily(async () => (await import('./hotel-states.tsx')).NoHotels)
export const ExplainedHotels = lazily(async () => (await import('./hotel-states.tsx')).ExplainedHotels)

/** Loaded once a filter is set: without filters, none can hide every result. */
export const HotelFilteredOut = lazily(async () => (await import('./hotel-filtered-out.tsx')).HotelFilteredOut)

/** A placeholder for the map until its script has loaded. */
function MapComing() {
  return <section className="hotel-map" aria-label={useTexts('hotels')('mapLabel')} aria-busy="true" />
}

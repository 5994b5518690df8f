import { lazily } from '../../../ui/lazily.tsx'
import { DetailsComing } from '../details-coming.tsx'
import { FiltersComing } from '../filters/filters-coming.tsx'

// Components that the first results do not need.

export const FlightDetails = lazily(async () => (await import('./flight-details.tsx')).FlightDetails, DetailsComing)

export const DayList = lazily(
  async () => (await import('./days/day-list.tsx')).DayList,
  () => null,
)

export const TripDates = lazily(
  async () => (await import('./dates/trip-dates.tsx')).TripDates,
  () => null,
)

/** The bar of phones; wider pages never load it. */
export const FlightPhoneBar = lazily(
  async () => (await import('./flight-phone-bar.tsx')).FlightPhoneBar,
  () => null,
)

export const FlightFilterPanel = lazily(
  async () => (await import('./flight-filter-panel.tsx')).FlightFilterPanel,
  FiltersComing,
)

export const NoFlights = lazily(
  async () => (await import('./flight-states.tsx')).NoFlights,
  () => null,
)

export const FlightBestWords = lazily(
  async () => (await import('./flight-best-words.tsx')).FlightBestWords,
  () => null,
)

export const ExplainedFlights = lazily(
  async () => (await import('./flight-states.tsx')).ExplainedFlights,
  () => null,
)

/** Loaded once a filter is set: without filters, none can hide every result. */
export const FlightFilteredOut = lazily(
  async () => (await import('./flight-filtered-out.tsx')).FlightFilteredOut,
  () => null,
)

import { lazily } from '../../../ui/lazily.tsx'
import { DetailsComing, FiltersComing } from '../coming.tsx'

// Components that the first results do not need.

export const FlightDetails = lazily(async () => (await import('./flight-details.tsx')).FlightDetails, DetailsComing)

export const DatePanel = lazily(async () => (await import('./dates/date-panel.tsx')).DatePanel)

export const TripDates = lazily(async () => (await import('./dates/trip-dates.tsx')).TripDates)

export const FlightFilterPanel = lazily(
  async () => (await import('./flight-filters.tsx')).FlightFilterPanel,
  FiltersComing,
)

export const FlightBestWords = lazily(async () => (await import('./flight-best-words.tsx')).FlightBestWords)

export const NoFlights = lazily(async () => (await import('./flight-states.tsx')).NoFlights)
export const NoMultiCity = lazily(async () => (await import('./flight-states.tsx')).NoMultiCity)
export const ExplainedFlights = lazily(async () => (await import('./flight-states.tsx')).ExplainedFlights)

/** Loaded once a filter is set: without filters, none can hide every result. */
export const FlightFilteredOut = lazily(async () => (await import('./flight-filtered-out.tsx')).FlightFilteredOut)

export const ProfileForm = lazily(async () => (await import('../../profile/profile-form.tsx')).ProfileForm)

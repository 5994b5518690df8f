import type { Metadata } from 'next'
import { TripsPage } from '#components/trips/trips-page.tsx'
import { getSignedIn, services } from '#lib/server.ts'
import { namesOf } from '../names-of.ts'
import { readerLocale } from '../reader-locale.ts'

export const metadata: Metadata = { title: 'Trips' }

/** What the person saved. A visitor without a session has nothing saved. */
export default async function SavedTripsPage() {
  const [signedIn, { trips, places, clock }, locale] = await Promise.all([getSignedIn(), services(), readerLocale()])
  const saved = signedIn === null ? [] : await trips.list(signedIn.principal)
  const codes = saved.flatMap((trip) =>
    trip.kind === 'flights' ? trip.flight.legs.flatMap((leg) => [leg.departure.airport, leg.arrival.airport]) : [],
  )
  return (
    <TripsPage
      trips={saved}
      names={namesOf([...new Set(codes)], places)}
      locale={locale}
      nowMs={clock.now()}
      isGuest={signedIn === null || signedIn.isGuest}
    />
  )
}

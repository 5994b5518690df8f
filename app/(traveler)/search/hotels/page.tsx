import type { Metadata } from 'next'
import { HotelResults } from '#components/results/hotels/hotel-results.tsx'
import { ReadyToStay } from '#components/results/hotels/ready-to-stay.tsx'
import { InvalidSearch } from '#components/results/states/invalid-search.tsx'
import { HotelSearchBar } from '#components/search/hotels/hotel-search-bar.tsx'
import { GuestForm } from '#components/shell/guest-form.tsx'
import { AREA_NAME } from '#lib/client/hotel-form.ts'
import { hotelSentences } from '#lib/client/resolve-hotel-search.ts'
import { services } from '#lib/server.ts'
import { signedInOnce } from '../../../viewer.ts'
import { continueAsGuest } from '../../continue-as-guest.ts'
import { readerLocale } from '../../reader-locale.ts'
import { queryOf } from '../query-of.ts'
import { readStay, stayNames } from './read-search.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** A map that can be moved to places well beyond the search. */
const MAP_REACH = 4

async function requestedStay({ searchParams }: Props) {
  const { places, clock, areaMaps } = await services()
  const query = queryOf(await searchParams)
  const requested = readStay(query, places, clock.now())
  const names = stayNames(requested.form, places)
  const place = names[requested.form.place] ?? names[AREA_NAME] ?? requested.form.place
  return { requested, names, place, areaMaps, view: query }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { requested, place } = await requestedStay(props)
  return { title: requested.ok ? `Hotels in ${place}` : 'Hotels' }
}

export default async function HotelsPage(props: Props) {
  const [{ requested, names, place, areaMaps, view }, signedIn, locale] = await Promise.all([
    requestedStay(props),
    signedInOnce(),
    readerLocale(),
  ])
  const { form } = requested
  const here = `/search/hotels?${view}`
  return (
    <main id="main" className="search-page" tabIndex={-1}>
      <h1 className="sr-only">{place ? `Hotels in ${place}` : 'Hotels'}</h1>
      <HotelSearchBar
        // Not the key of the results beside it: of two alike React would keep the old one.
        key={`bar ${requested.ok ? requested.query : here}`}
        initial={form}
        names={names}
        {...(!requested.ok && { errors: hotelSentences.byField(requested.problems) })}
      />
      {requested.ok && signedIn ? (
        <HotelResults
          key={requested.query}
          search={requested.search}
          query={requested.query}
          names={names}
          locale={locale}
          today={requested.today}
          area={areaMaps.draw(requested.centre, requested.search.radius_km * MAP_REACH)}
          stay={requested.stay}
          signIn={
            <GuestForm action={continueAsGuest} next={here}>
              Continue as guest and search
            </GuestForm>
          }
        />
      ) : (
        <div className="search-body">
          {requested.ok ? (
            <ReadyToStay form={form} place={place}>
              <GuestForm action={continueAsGuest} next={here} variant="accent">
                Continue as guest and search
              </GuestForm>
            </ReadyToStay>
          ) : (
            <InvalidSearch sentences={hotelSentences.all(requested.problems)} />
          )}
        </div>
      )}
    </main>
  )
}

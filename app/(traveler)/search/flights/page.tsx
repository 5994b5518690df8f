import type { Metadata } from 'next'
import { FlightResults } from '#components/results/flights/flight-results.tsx'
import { NeedsScript } from '#components/results/needs-script.tsx'
import { InvalidSearch } from '#components/results/states/invalid-search.tsx'
import { FlightSearchBar } from '#components/search/flights/flight-search-bar.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { services } from '#lib/server.ts'
import { withReturnPath } from '#lib/shared/return-path.ts'
import type { FlightFormValues } from '#lib/travel/flights/flight-form.ts'
import { flightSentences } from '#lib/travel/flights/flight-sentences.ts'
import { routeText } from '#lib/travel/flights/route-text.ts'
import { flightSearches } from '#lib/travel/search-kind.ts'
import { stopsOf } from '#runner/contract/capabilities/flight-slices.ts'
import { namesOf } from '../../names-of.ts'
import { readerLocale } from '../../reader-locale.ts'
import { queryOf } from '../query-of.ts'
import { readSearch, todayAt, widerPlaces } from './read-search.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

async function requestedSearch({ searchParams }: Props) {
  const { places, clock, expectedData } = await services()
  const query = queryOf(await searchParams)
  const requested = readSearch(query, places, clock.now())
  const names = namesOf(stopsOf(flightsOf(requested.form)), places)
  return { requested, names, places, nowMs: clock.now(), expected: expectedData(), view: query }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { requested, names } = await requestedSearch(props)
  return { title: requested.ok ? routeText(flightsOf(requested.form), (code) => names[code] ?? code) : 'Flights' }
}

/** The flights that titles name: those of a multi-city trip, or the way out. */
function flightsOf({ origin, destination, trip, onward }: FlightFormValues) {
  return [{ origin, destination }, ...(trip === 'multi' ? onward : [])]
}

export default async function FlightsPage(props: Props) {
  const [{ requested, names, places, nowMs, expected, view }, locale] = await Promise.all([
    requestedSearch(props),
    readerLocale(),
  ])
  const { form } = requested
  const here = `/search/flights?${view}`
  const sentences = flightSentences(form.trip)
  const title = `Flights from ${routeText(flightsOf(form), (code) => names[code] ?? (code || 'anywhere'))}`
  return (
    <main
      id="main"
      className="search-page"
      tabIndex={-1}
      data-search={requested.ok ? `${flightSearches.api}?${requested.query}` : undefined}
    >
      <h1 className="sr-only">{title}</h1>
      <FlightSearchBar
        key={requested.ok ? requested.query : here}
        initial={form}
        names={names}
        {...(!requested.ok && { errors: sentences.byField(requested.problems) })}
      />
      <div className="search-body">
        {requested.ok && <NeedsScript />}
        {!requested.ok && <InvalidSearch sentences={sentences.all(requested.problems)} />}
        {requested.ok && (
          <FlightResults
            key={requested.query}
            search={requested.search}
            query={requested.query}
            names={names}
            locale={locale}
            today={todayAt(form.origin, places, nowMs)}
            wider={widerPlaces(requested.search, places)}
            expected={expected}
            signIn={<ButtonLink href={withReturnPath('/sign-in', here)}>Sign in</ButtonLink>}
          />
        )}
      </div>
    </main>
  )
}

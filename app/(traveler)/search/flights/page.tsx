import type { Metadata } from 'next'
import { FlightResults } from '#components/results/flights/flight-results.tsx'
import { NeedsScript } from '#components/results/needs-script.tsx'
import { InvalidSearch } from '#components/results/states/invalid-search.tsx'
import { FlightSearchBar } from '#components/search/flights/flight-search-bar.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { services } from '#lib/server.ts'
import { withReturnPath } from '#lib/shared/return-path.ts'
import { flightSentences } from '#lib/travel/flights/flight-sentences.ts'
import { namesOf } from '../../names-of.ts'
import { readerLocale } from '../../reader-locale.ts'
import { queryOf } from '../query-of.ts'
import { readSearch, todayAt, widerPlaces } from './read-search.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

async function requestedSearch({ searchParams }: Props) {
  const { places, clock, expectedData } = await services()
  const query = queryOf(await searchParams)
  const requested = readSearch(query, places, clock.now())
  const names = namesOf([requested.form.origin, requested.form.destination], places)
  return { requested, names, places, nowMs: clock.now(), expected: expectedData(), view: query }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { requested, names } = await requestedSearch(props)
  const { origin, destination } = requested.form
  return { title: requested.ok ? `${names[origin] ?? origin} to ${names[destination] ?? destination}` : 'Flights' }
}

export default async function FlightsPage(props: Props) {
  const [{ requested, names, places, nowMs, expected, view }, locale] = await Promise.all([
    requestedSearch(props),
    readerLocale(),
  ])
  const { form } = requested
  const here = `/search/flights?${view}`
  const title = `Flights from ${names[form.origin] ?? (form.origin || 'anywhere')} to ${names[form.destination] ?? (form.destination || 'anywhere')}`
  return (
    <main id="main" className="search-page" tabIndex={-1}>
      <h1 className="sr-only">{title}</h1>
      <FlightSearchBar
        key={requested.ok ? requested.query : here}
        initial={form}
        names={names}
        {...(!requested.ok && { errors: flightSentences.byField(requested.problems) })}
      />
      <div className="search-body">
        {requested.ok && <NeedsScript />}
        {!requested.ok && <InvalidSearch sentences={flightSentences.all(requested.problems)} />}
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

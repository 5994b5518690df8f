import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { FlightResults } from '#components/travel/results/flights/flight-results.tsx'
import { NearbyAirports } from '#components/travel/results/flights/nearby-airports.tsx'
import { NeedsScript } from '#components/travel/results/needs-script.tsx'
import { ResultsTitle } from '#components/travel/results/results-title.tsx'
import { InvalidSearch } from '#components/travel/results/states/invalid-search.tsx'
import { FlightSearchBar } from '#components/travel/search/flights/flight-search-bar.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { TextsProvider } from '#components/ui/texts.tsx'
import { services } from '#lib/compose/server.ts'
import { withReturnPath } from '#lib/platform/model/return-path.ts'
import { readingOf, textsFor } from '#lib/platform/server/i18n/reading.ts'
import type { FlightFormValues } from '#lib/travel/model/flights/flight-form.ts'
import { flightSentences } from '#lib/travel/model/flights/flight-sentences.ts'
import { routeText } from '#lib/travel/model/flights/route-text.ts'
import { airportsByPlace } from '#lib/travel/server/places/airports-by-place.ts'
import { slicesOf, stopsOf } from '#runner/contract/capabilities/flight-slices.ts'
import { queryOf } from '../../../../query-of.ts'
import { namesOf } from '../../names-of.ts'
import { shareMetadata } from '../share-metadata.ts'
import { nearbyEnds, readSearch, todayAt, widerPlaces } from './read-search.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

async function requestedSearch({ searchParams }: Props) {
  const [{ places, clock, expectedData }, { language }] = await Promise.all([services(), readingOf()])
  const query = queryOf(await searchParams)
  const requested = readSearch(query, places, clock.now())
  const names = namesOf(stopsOf(flightsOf(requested.form)), places, language)
  return { requested, names, places, nowMs: clock.now(), expected: expectedData(), view: query }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { requested, names } = await requestedSearch(props)
  const [t, { language }] = await Promise.all([getTranslations('flights'), readingOf()])
  if (!requested.ok) return { title: t('flights') }
  const title = routeText(flightsOf(requested.form), (code) => names[code] ?? code, t)
  return shareMetadata({ kind: 'flights', title, query: requested.query, language })
}

/** The flights in the title: all flights of a multi-city trip, otherwise the outbound flight. */
function flightsOf({ origin, destination, trip, onward }: FlightFormValues) {
  return [{ origin, destination }, ...(trip === 'multi' ? onward : [])]
}

export default async function FlightsPage(props: Props) {
  const [{ requested, names, places, nowMs, expected, view }, texts, t, results, nearby, fields] = await Promise.all([
    requestedSearch(props),
    textsFor('search', 'flightFields', 'travel', 'units', 'refusals', 'results', 'flights', 'dates', 'profile'),
    getTranslations('flights'),
    getTranslations('results'),
    getTranslations('nearby'),
    getTranslations('flightFields'),
  ])
  const { form } = requested
  const here = `/search/flights?${view}`
  const sentences = flightSentences(form.trip, { t: fields, locale: texts.locale })
  const title = t('flightsFrom', {
    route: routeText(flightsOf(form), (code) => names[code] ?? (code || t('anywhere')), t),
  })
  return (
    <TextsProvider {...texts}>
      <main
        id="main"
        className="search-page"
        tabIndex={-1}
        data-search={requested.ok ? `/api/search/flights?${requested.query}` : undefined}
      >
        <ResultsTitle query={here}>{title}</ResultsTitle>
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
              today={todayAt(form.origin, places, nowMs)}
              airports={airportsByPlace(slicesOf(requested.search), places)}
              wider={widerPlaces(requested.search, places)}
              expected={expected}
              signIn={<ButtonLink href={withReturnPath('/sign-in', here)}>{results('signIn')}</ButtonLink>}
              nearby={
                <>
                  {expected !== 'sample' && <p className="quiet not-searched">{nearby('notSearched')}</p>}
                  <NearbyAirports
                    search={requested.search}
                    names={names}
                    locale={texts.locale}
                    ends={nearbyEnds(requested.search, places)}
                  />
                </>
              }
            />
          )}
        </div>
      </main>
    </TextsProvider>
  )
}

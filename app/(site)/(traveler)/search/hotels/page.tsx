import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { HotelResults } from '#components/travel/results/hotels/hotel-results.tsx'
import { NeedsScript } from '#components/travel/results/needs-script.tsx'
import { ResultsTitle } from '#components/travel/results/results-title.tsx'
import { InvalidSearch } from '#components/travel/results/states/invalid-search.tsx'
import { HotelSearchBar } from '#components/travel/search/hotels/hotel-search-bar.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { TextsProvider } from '#components/ui/texts.tsx'
import { services } from '#lib/compose/server.ts'
import { withReturnPath } from '#lib/platform/model/return-path.ts'
import { readingOf, textsFor } from '#lib/platform/server/i18n/reading.ts'
import { AREA_NAME } from '#lib/travel/model/hotels/hotel-form.ts'
import { hotelSentences } from '#lib/travel/model/hotels/hotel-sentences.ts'
import { mapPlaces } from '#lib/travel/server/charts/map-places.ts'
import { queryOf } from '../../../../query-of.ts'
import { shareMetadata } from '../share-metadata.ts'
import { readStay, stayNames } from './read-search.ts'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** The map's radius as a multiple of the search radius. */
const MAP_REACH = 4

async function requestedStay({ searchParams }: Props) {
  const [{ places, gazetteer, clock, areaMaps, mapTiles, expectedData }, { language }, t] = await Promise.all([
    services(),
    readingOf(),
    getTranslations('hotels'),
  ])
  const query = queryOf(await searchParams)
  const requested = readStay(query, places, clock.now())
  const names = stayNames(requested.form, { places, gazetteer, language, t })
  const place = names[requested.form.place] ?? names[AREA_NAME] ?? requested.form.place
  return {
    requested,
    names,
    place,
    places,
    gazetteer,
    language,
    areaMaps,
    tiles: await mapTiles.forPages(),
    expected: expectedData(),
    view: query,
  }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { requested, place } = await requestedStay(props)
  const [t, { language }] = await Promise.all([getTranslations('hotels'), readingOf()])
  if (!requested.ok) return { title: t('hotels') }
  return shareMetadata({ kind: 'hotels', title: t('hotelsIn', { place }), query: requested.query, language })
}

export default async function HotelsPage(props: Props) {
  const [
    { requested, names, place, areaMaps, expected, view, language, tiles, ...sources },
    texts,
    t,
    results,
    fields,
  ] = await Promise.all([
    requestedStay(props),
    textsFor('search', 'stayFields', 'travel', 'units', 'refusals', 'results', 'hotels'),
    getTranslations('hotels'),
    getTranslations('results'),
    getTranslations('stayFields'),
  ])
  const { form } = requested
  const reachKm = requested.ok ? requested.search.radius_km * MAP_REACH : 0
  const here = `/search/hotels?${view}`
  const sentences = hotelSentences({ t: fields, locale: texts.locale })
  return (
    <TextsProvider {...texts}>
      <main
        id="main"
        className="search-page"
        tabIndex={-1}
        data-search={requested.ok ? `/api/search/hotels?${requested.query}` : undefined}
      >
        <ResultsTitle query={here}>{place ? t('hotelsIn', { place }) : t('hotels')}</ResultsTitle>
        <HotelSearchBar
          // Differs from the key of the sibling results, because React would drop one of two equal keys.
          key={`bar ${requested.ok ? requested.query : here}`}
          initial={form}
          names={names}
          {...(!requested.ok && { errors: sentences.byField(requested.problems) })}
        />
        {requested.ok && <NeedsScript />}
        {requested.ok ? (
          <HotelResults
            key={requested.query}
            search={requested.search}
            query={requested.query}
            names={names}
            today={requested.today}
            area={areaMaps.draw(requested.centre, reachKm)}
            places={mapPlaces(sources, requested.centre, reachKm, language)}
            tiles={tiles}
            stay={requested.stay}
            expected={expected}
            signIn={<ButtonLink href={withReturnPath('/sign-in', here)}>{results('signIn')}</ButtonLink>}
          />
        ) : (
          <div className="search-body">
            <InvalidSearch sentences={sentences.all(requested.problems)} />
          </div>
        )}
      </main>
    </TextsProvider>
  )
}

import { getTranslations } from 'next-intl/server'
import { formatDistance } from '#lib/travel/model/distance.ts'
import { writeFlightQuery } from '#lib/travel/model/flights/write-flight-query.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'

interface NearbyAirportsProps {
  search: FlightSearch
  names: PlaceNames
  locale: string
  /** For each end of the trip, other airports near it. `km`: the distance from that end in a straight line. */
  ends: readonly { field: 'origin' | 'destination'; airport: { code: string; city: string }; km: number }[]
}

/**
 * Links to the same search with one end at a nearby airport. Rendered on the server, so that the page's scripts do not
 * grow.
 */
export async function NearbyAirports({ search, names, locale, ends }: NearbyAirportsProps) {
  const t = await getTranslations('nearby')
  if (ends.length === 0) return null
  const nameOf = (code: string) => names[code] ?? code
  return (
    <nav className="nearby no-print" aria-labelledby="nearby">
      <h2 id="nearby">{t('title')}</h2>
      <p className="quiet">{t('note')}</p>
      <ul>
        {ends.map(({ field, airport: { code, city }, km }) => {
          const words = { place: city, code, distance: formatDistance(km, locale) }
          return (
            <li key={`${field} ${code}`}>
              <a className="link" href={`/search/flights?${writeFlightQuery({ ...search, [field]: code })}`}>
                {field === 'origin'
                  ? t('from', { ...words, origin: nameOf(search.origin) })
                  : t('to', { ...words, destination: nameOf(search.destination) })}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

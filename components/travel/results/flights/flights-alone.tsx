import { flightsAlone } from '#lib/travel/model/flights/flight-alone.ts'
import { writeFlightQuery } from '#lib/travel/model/flights/write-flight-query.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { useTexts } from '../../../ui/texts.tsx'

/** A suggestion that offers each flight of a multi-city trip as a one-way search. */
export function FlightsAlone({ search, children }: { search: FlightSearch; children: string }) {
  const t = useTexts('flights')
  const flights = flightsAlone(search).map((alone, at) => ({ number: at + 1, query: writeFlightQuery(alone) }))
  return (
    <li>
      <span>{children}</span>
      <span className="state-dates">
        {flights.map(({ number, query }) => (
          <ButtonLink key={number} size="sm" href={`/search/flights?${query}`}>
            {t('flightAlone', { number })}
          </ButtonLink>
        ))}
      </span>
    </li>
  )
}

import type { KnownPrice } from '#lib/travel/flights/day-strip.ts'
import { otherDays } from '#lib/travel/flights/other-days.ts'
import type { WiderPlace } from '#lib/travel/flights/wider-place.ts'
import { writeFlightQuery } from '#lib/travel/flights/write-flight-query.ts'
import { formatDate } from '#lib/travel/format.ts'
import { priceWriter } from '#lib/travel/money.ts'
import type { NoneView } from '#lib/travel/results/search-view.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useReader } from '../reader.tsx'
import { NoneExplained } from '../states/none-explained.tsx'
import { StatePanel } from '../states/state-panel.tsx'
import { FlightsAlone } from './flights-alone.tsx'

interface NoFlightsProps {
  search: FlightSearch
  today: string
  /** The known price of a day, if any. */
  known: (date: string) => KnownPrice | undefined
  wider: WiderPlace[]
  view: NoneView
}

/** Every source answered without results. Each suggestion changes one part of the search. */
export function NoFlights({ search, today, known, wider, view }: NoFlightsProps) {
  const go = (change: Partial<FlightSearch>) => `/search/flights?${writeFlightQuery({ ...search, ...change })}`
  const { locale } = useReader()
  const days = otherDays(search, { today, known })
  const write = priceWriter(
    days.flatMap(({ price }) => price?.amount ?? []),
    search.currency,
    locale,
  )
  return (
    <StatePanel
      icon="search"
      title={view.leftOut > 0 ? 'No usable flights' : search.non_stop ? 'No nonstop flights found' : 'No flights found'}
      actions={
        <ul className="state-steps">
          {search.non_stop && (
            <li>
              <span>Nonstop only is on</span>
              <ButtonLink size="sm" href={go({ non_stop: false })}>
                Allow stops
              </ButtonLink>
            </li>
          )}
          {wider.map(({ field, code, name }) => (
            <li key={field}>
              <span>
                {name} has more airports than {search[field]}
              </span>
              <ButtonLink size="sm" href={go({ [field]: code })}>
                All airports of {name}
              </ButtonLink>
            </li>
          ))}
          {search.cabin !== 'economy' && (
            <li>
              <span>Other cabins may have seats</span>
              <ButtonLink size="sm" href={go({ cabin: 'economy' })}>
                Search economy
              </ButtonLink>
            </li>
          )}
          {search.onward && <FlightsAlone search={search}>One of the flights may be missing</FlightsAlone>}
          {days.length > 0 && (
            <li>
              <span>Other dates{search.return_date || search.onward ? ', same length of stay' : ''}</span>
              <span className="state-dates">
                {days.map(({ search: other, price }) => (
                  <ButtonLink key={other.date} size="sm" href={go(other)}>
                    {formatDate(other.date)}
                    {price && `, from ${write(price.amount)}`}
                  </ButtonLink>
                ))}
              </span>
            </li>
          )}
        </ul>
      }
    >
      <NoneExplained view={view}>
        The sources that answered have no flights for {search.onward ? 'this whole trip' : 'this route and date'}.
      </NoneExplained>
    </StatePanel>
  )
}

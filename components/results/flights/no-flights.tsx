import { writeFlightQuery } from '#lib/travel/flights/flight-query.ts'
import type { WiderPlace } from '#lib/travel/flights/wider-place.ts'
import { formatDate } from '#lib/travel/format.ts'
import { addDays, daysBetween } from '#lib/travel/offset-time.ts'
import type { NoneView } from '#lib/travel/results/search-view.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { NoneExplained } from '../states/none-explained.tsx'
import { StatePanel } from '../states/state-panel.tsx'

interface NoFlightsProps {
  search: FlightSearch
  today: string
  wider: WiderPlace[]
  view: NoneView
}

/** The sources answered, and they have nothing. Each suggestion is one step from here. */
export function NoFlights({ search, today, wider, view }: NoFlightsProps) {
  const go = (change: Partial<FlightSearch>) => `/search/flights?${writeFlightQuery({ ...search, ...change })}`
  const days = [-1, 1, 3].map((step) => shiftDates(search, step)).filter(({ date }) => date >= today)
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
          <li>
            <span>Other dates{search.return_date ? ', same length of stay' : ''}</span>
            <span className="state-dates">
              {days.map((dates) => (
                <ButtonLink key={dates.date} size="sm" href={go(dates)}>
                  {formatDate(dates.date)}
                </ButtonLink>
              ))}
            </span>
          </li>
        </ul>
      }
    >
      <NoneExplained view={view}>The sources that answered have nothing for this route on these dates.</NoneExplained>
    </StatePanel>
  )
}

function shiftDates({ date, return_date }: FlightSearch, step: number): { date: string; return_date: string | null } {
  const shifted = addDays(date, step)
  return { date: shifted, return_date: return_date && addDays(shifted, daysBetween(date, return_date)) }
}

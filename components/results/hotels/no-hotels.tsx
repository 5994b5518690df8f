import { formatDate } from '#lib/travel/format.ts'
import { centreText } from '#lib/travel/hotels/centre-words.ts'
import { writeHotelQuery } from '#lib/travel/hotels/write-hotel-query.ts'
import { addDays, daysBetween } from '#lib/travel/offset-time.ts'
import type { NoneView } from '#lib/travel/results/search-view.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useReader } from '../reader.tsx'
import { NoneExplained } from '../states/none-explained.tsx'
import { StatePanel } from '../states/state-panel.tsx'

interface NoHotelsProps {
  search: HotelSearch
  today: string
  view: NoneView
}

/** The largest radius that the contract allows. */
const WIDEST_KM = 300

/** Every source answered without results. Each suggestion changes one part of the search. */
export function NoHotels({ search, today, view }: NoHotelsProps) {
  const go = (change: Partial<HotelSearch>) => `/search/hotels?${writeHotelQuery({ ...search, ...change })}`
  const { names } = useReader()
  const nights = daysBetween(search.check_in, search.check_out)
  const days = [-1, 1, 3].map((step) => addDays(search.check_in, step)).filter((date) => date >= today)
  const wider = Math.min(WIDEST_KM, search.radius_km * 3)
  const { board, price_min, price_max, ...open } = search
  const hasWishes =
    board !== undefined ||
    price_min !== undefined ||
    price_max !== undefined ||
    search.free_cancellation ||
    search.stars.length > 0
  return (
    <StatePanel
      icon="search"
      title={view.leftOut > 0 ? 'No usable hotels' : 'No hotels found'}
      actions={
        <ul className="state-steps">
          {hasWishes && (
            <li>
              <span>Your search is limited by stars, meals, terms or price</span>
              <ButtonLink
                size="sm"
                href={`/search/hotels?${writeHotelQuery({ ...open, stars: [], free_cancellation: false })}`}
              >
                Any hotel
              </ButtonLink>
            </li>
          )}
          {wider > search.radius_km && (
            <li>
              <span>
                Within {search.radius_km} km of {centreText(names)}
              </span>
              <ButtonLink size="sm" href={go({ radius_km: wider })}>
                Search within {wider} km
              </ButtonLink>
            </li>
          )}
          {search.rooms > 1 && (
            <li>
              <span>Few hotels have {search.rooms} rooms free</span>
              <ButtonLink size="sm" href={go({ rooms: 1 })}>
                Search 1 room
              </ButtonLink>
            </li>
          )}
          <li>
            <span>Other dates, same length of stay</span>
            <span className="state-dates">
              {days.map((date) => (
                <ButtonLink key={date} size="sm" href={go({ check_in: date, check_out: addDays(date, nights) })}>
                  {formatDate(date)}
                </ButtonLink>
              ))}
            </span>
          </li>
        </ul>
      }
    >
      <NoneExplained view={view}>The sources that answered have no rooms here on these dates.</NoneExplained>
    </StatePanel>
  )
}

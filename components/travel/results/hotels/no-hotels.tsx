import { formatDate } from '#lib/travel/model/format.ts'
import { centreText } from '#lib/travel/model/hotels/centre-words.ts'
import { writeHotelQuery } from '#lib/travel/model/hotels/write-hotel-query.ts'
import { addDays, daysBetween } from '#lib/travel/model/offset-time.ts'
import type { NoneView } from '#lib/travel/model/results/search-view.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { daysFrom } from '#runner/contract/capabilities/search-days.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'
import { SaveSearch } from '../save-search.tsx'
import { hasUnusable, NoneExplained } from '../states/none-explained.tsx'
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
  const locale = useLocale()
  const { names } = useReader()
  const [t, results] = [useTexts('hotels'), useTexts('results')]
  const nights = daysBetween(search.check_in, search.check_out)
  const { last } = daysFrom(today)
  const days = [-1, 1, 3]
    .map((step) => addDays(search.check_in, step))
    .filter((date) => date >= today && addDays(date, nights) <= last)
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
      title={hasUnusable(view) ? t('noUsable') : t('noneFound')}
      actions={
        <ul className="state-steps">
          {hasWishes && (
            <li>
              <span>{t('isLimited')}</span>
              <ButtonLink
                size="sm"
                href={`/search/hotels?${writeHotelQuery({ ...open, stars: [], free_cancellation: false })}`}
              >
                {t('anyHotel')}
              </ButtonLink>
            </li>
          )}
          {wider > search.radius_km && (
            <li>
              <span>{t('withinOf', { km: search.radius_km, place: centreText(names, t) })}</span>
              <ButtonLink size="sm" href={go({ radius_km: wider })}>
                {t('searchWithin', { km: wider })}
              </ButtonLink>
            </li>
          )}
          {search.rooms > 1 && (
            <li>
              <span>{t('fewRooms', { rooms: search.rooms })}</span>
              <ButtonLink size="sm" href={go({ rooms: 1 })}>
                {t('searchOneRoom')}
              </ButtonLink>
            </li>
          )}
          <li>
            <span>{results('otherDatesSameStay')}</span>
            <span className="state-dates">
              {days.map((date) => (
                <ButtonLink key={date} size="sm" href={go({ check_in: date, check_out: addDays(date, nights) })}>
                  {formatDate(date, locale)}
                </ButtonLink>
              ))}
            </span>
          </li>
          <li>
            <span>{results('lookAgain')}</span>
            <SaveSearch />
          </li>
        </ul>
      }
    >
      <NoneExplained view={view}>{t('noneHere')}</NoneExplained>
    </StatePanel>
  )
}

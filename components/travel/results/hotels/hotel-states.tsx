import { formatDate } from '#lib/travel/model/format.ts'
import { centreText } from '#lib/travel/model/hotels/centre-words.ts'
import { hotelSentences } from '#lib/travel/model/hotels/hotel-sentences.ts'
import { writeHotelQuery } from '#lib/travel/model/hotels/write-hotel-query.ts'
import { addDays, daysBetween } from '#lib/travel/model/offset-time.ts'
import type { NoneView } from '#lib/travel/model/results/search-view.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { daysFrom } from '#runner/contract/capabilities/search-days.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'
import { ExplainedState, type ExplainedStateProps } from '../states/explained-state.tsx'
import { NothingFound } from '../states/nothing-found.tsx'

// The states shown in place of the list. One script for all, because a page shows at most one of them.

export function ExplainedHotels(props: Omit<ExplainedStateProps, 'fields'>) {
  const reader = { t: useTexts('stayFields'), locale: useLocale() }
  return <ExplainedState {...props} fields={hotelSentences(reader)} />
}

interface NoHotelsProps {
  search: HotelSearch
  today: string
  view: NoneView
}

/** The largest radius that the contract allows. */
const WIDEST_KM = 300

export function NoHotels({ search, today, view }: NoHotelsProps) {
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
  const to = (other: HotelSearch, text: string) => ({ text, href: `/search/hotels?${writeHotelQuery(other)}` })
  return (
    <NothingFound
      view={view}
      title={t('noneFound')}
      unusableTitle={t('noUsable')}
      reason={t('noneHere')}
      steps={[
        hasWishes && {
          text: t('isLimited'),
          links: [to({ ...open, stars: [], free_cancellation: false }, t('anyHotel'))],
        },
        wider > search.radius_km && {
          text: t('withinOf', { km: search.radius_km, place: centreText(names, t) }),
          links: [to({ ...search, radius_km: wider }, t('searchWithin', { km: wider }))],
        },
        search.rooms > 1 && {
          text: t('fewRooms', { rooms: search.rooms }),
          links: [to({ ...search, rooms: 1 }, t('searchOneRoom'))],
        },
        {
          text: results('otherDatesSameStay'),
          links: days.map((date) =>
            to({ ...search, check_in: date, check_out: addDays(date, nights) }, formatDate(date, locale)),
          ),
        },
      ]}
    />
  )
}

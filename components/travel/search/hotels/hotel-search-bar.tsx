'use client'

import { hotelList } from '#lib/travel/client/hotels/hotel-list-query.ts'
import { formatDate, formatDateRange } from '#lib/travel/model/format.ts'
import { AREA_NAME, guestsOf, type HotelFormValues, roomCount } from '#lib/travel/model/hotels/hotel-form.ts'
import { daysBetween } from '#lib/travel/model/offset-time.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { SearchBarFrame, type SearchBarProps } from '../search-bar-frame.tsx'
import { HotelSearchForm } from './hotel-search-form.tsx'

/** The hotel search form above its results, with "Oranjestad" and "13–21 Feb, 8 nights, 3 guests, 1 room". */
export function HotelSearchBar(props: SearchBarProps<HotelFormValues>) {
  const { initial, names } = props
  const t = useTexts('search')
  const words = useTexts('travel')
  const locale = useLocale()
  const { place, lat, check_in, check_out } = initial
  const where = place === '' && lat !== null ? names[AREA_NAME] : (names[place] ?? place)
  const nights = check_in && check_out ? daysBetween(check_in, check_out) : 0
  const dates = !check_in
    ? t('noDatesYet')
    : nights < 1
      ? formatDate(check_in, locale)
      : t('datesAndNights', { dates: formatDateRange(check_in, check_out, locale), nights })
  return (
    <SearchBarFrame
      values={props}
      Form={HotelSearchForm}
      list={hotelList}
      route={<b>{where || t('where')}</b>}
      rest={t('staySummary', {
        dates,
        guests: words('guestsAndRooms', { guests: guestsOf(initial), rooms: roomCount(initial) }),
      })}
    />
  )
}

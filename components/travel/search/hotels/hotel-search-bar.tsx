'use client'

import { hotelList } from '#lib/travel/client/hotels/hotel-list-query.ts'
import { formatDate, formatDateRange } from '#lib/travel/model/format.ts'
import { AREA_NAME, guestsOf, type HotelFormValues, roomCount } from '#lib/travel/model/hotels/hotel-form.ts'
import { daysBetween } from '#lib/travel/model/offset-time.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { SearchBarFrame, type SearchBarProps } from '../search-bar-frame.tsx'
import { HotelSearchForm } from './hotel-search-form.tsx'

/** The hotel search form above its results. */
export function HotelSearchBar(props: SearchBarProps<HotelFormValues>) {
  const summary = <HotelSummary values={props.initial} names={props.names} />
  return <SearchBarFrame values={props} Form={HotelSearchForm} list={hotelList} summary={summary} />
}

/** "Oranjestad" and "13–21 Feb, 8 nights, 3 guests, 1 room". */
function HotelSummary({ values, names }: { values: HotelFormValues; names: PlaceNames }) {
  const t = useTexts('search')
  const words = useTexts('travel')
  const locale = useLocale()
  const { place, lat, check_in, check_out } = values
  const where = place === '' && lat !== null ? names[AREA_NAME] : (names[place] ?? place)
  const nights = check_in && check_out ? daysBetween(check_in, check_out) : 0
  const dates = !check_in
    ? t('noDatesYet')
    : nights < 1
      ? formatDate(check_in, locale)
      : t('datesAndNights', { dates: formatDateRange(check_in, check_out, locale), nights })
  return (
    <>
      <span className="msum-route">
        <b>{where || t('where')}</b>
      </span>
      <span className="msum-rest">
        {t('staySummary', {
          dates,
          guests: words('guestsAndRooms', { guests: guestsOf(values), rooms: roomCount(values) }),
        })}
      </span>
    </>
  )
}

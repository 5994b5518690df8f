import { formatDate } from '#lib/travel/model/format.ts'
import { guestsOfResult } from '#lib/travel/model/hotels/hotel-form.ts'
import { addressText, termsText } from '#lib/travel/model/hotels/stay-summary.ts'
import { boardText, nightsText, roomText } from '#lib/travel/model/hotels/words.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { bold } from '../../ui/spoken.tsx'
import { useLocale, useRichTexts, useTexts } from '../../ui/texts.tsx'

/** The days of a stay, its guests, its room and its address. */
export function StayLines({ hotel, nowMs }: { hotel: HotelResult; nowMs: number }) {
  const locale = useLocale()
  const [t, travel, trips] = [useTexts('hotels'), useTexts('travel'), useRichTexts('trips')]
  const { check_in, check_out, nights, rooms, room } = hotel
  const address = addressText({ ...hotel })
  return (
    <ul>
      <li className="trip-line is-text">
        {trips('stayDays', {
          from: formatDate(check_in, locale),
          to: formatDate(check_out, locale),
          nights: nightsText(nights, t),
          party: travel('guestsAndRooms', { guests: guestsOfResult(hotel), rooms }),
          b: bold,
        })}
      </li>
      <li className="trip-line is-text">
        {[roomText(room, t), boardText(hotel, t), termsText(hotel, { locale, t }, nowMs)].filter(Boolean).join(' · ')}
      </li>
      {address && <li className="trip-line is-text">{address}</li>}
    </ul>
  )
}

import type { Texts } from '#lib/platform/model/texts.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { guestsOf } from '#lib/travel/model/hotels/hotel-form.ts'
import { addressText } from '#lib/travel/model/hotels/stay-summary.ts'
import { boardText, cancelText, freeText, nightsText, roomText } from '#lib/travel/model/hotels/words.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { bold } from '../../ui/spoken.tsx'
import { useLocale, useRichTexts, useTexts } from '../../ui/texts.tsx'

/** The days of a stay, its guests, its room and its address. */
export function StayLines({ hotel }: { hotel: HotelResult }) {
  const locale = useLocale()
  const [t, travel, trips] = [useTexts('hotels'), useTexts('travel'), useRichTexts('trips')]
  const { check_in, check_out, nights, guests, rooms, room } = hotel
  const address = addressText({ ...hotel })
  return (
    <ul>
      <li className="trip-line is-text">
        {trips('stayDays', {
          from: formatDate(check_in, locale),
          to: formatDate(check_out, locale),
          nights: nightsText(nights, t),
          party: travel('guestsAndRooms', { guests: guestsOf({ ...guests, rooms }), rooms }),
          b: bold,
        })}
      </li>
      <li className="trip-line is-text">
        {[roomText(room, t), boardText(hotel, t), cancellationText(hotel, locale, t)].filter(Boolean).join(' · ')}
      </li>
      {address && <li className="trip-line is-text">{address}</li>}
    </ul>
  )
}

/** The cancellation terms of a stay in a few words. */
export function cancellationText({ cancellation }: HotelResult, locale: string, t: Texts<'hotels'>): string {
  if (cancellation?.kind !== 'free') return cancelText(cancellation, t)
  return freeText({ date: cancellation.until.slice(0, 10), time: cancellation.until.slice(11, 16) }, locale, t)
}

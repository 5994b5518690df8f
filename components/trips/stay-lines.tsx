import { formatDate } from '#lib/travel/format.ts'
import { addressText } from '#lib/travel/hotels/stay-summary.ts'
import { boardText, cancelText, freeText, nightsText, roomsText, roomText } from '#lib/travel/hotels/words.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { useReader } from '../results/reader.tsx'

/** The days of a stay, its room and its address. */
export function StayLines({ hotel }: { hotel: HotelResult }) {
  const { locale } = useReader()
  const { check_in, check_out, nights, rooms, room } = hotel
  const address = addressText({ ...hotel })
  return (
    <ul>
      <li className="trip-line is-stay">
        <b>{formatDate(check_in)}</b> to <b>{formatDate(check_out)}</b>, {nightsText(nights)}, {roomsText(rooms)}
      </li>
      <li className="trip-line is-stay">
        {[roomText(room), boardText(hotel), cancellationText(hotel, locale)].filter(Boolean).join(' · ')}
      </li>
      {address && <li className="trip-line is-stay">{address}</li>}
    </ul>
  )
}

/** The cancellation terms of a stay in a few words. */
export function cancellationText({ cancellation }: HotelResult, locale: string): string {
  if (cancellation?.kind !== 'free') return cancelText(cancellation)
  return freeText({ date: cancellation.until.slice(0, 10), time: cancellation.until.slice(11, 16) }, locale)
}

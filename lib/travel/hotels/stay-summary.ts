import { formatDate } from '../format.ts'
import type { WriteIn } from '../money.ts'
import { readablePlaceName } from '../readable-place-name.ts'
import { readableText } from '../readable-text.ts'
import { originLines } from '../results/origin-lines.ts'
import type { Texts } from '../texts.ts'
import type { HotelOffer } from './hotel-offer.ts'
import { beside } from './total-words.ts'
import { roomText } from './words.ts'

export interface StayContext {
  locale: string
  t: Texts<'hotels'>
  results: Texts<'results'>
  /** Writes prices like the list of the stay. */
  writeIn: WriteIn
}

/** A stay as lines of text for a message or a note: hotel, address, dates, room, guests and the total. */
export function staySummary(offer: HotelOffer, { locale, t, results, writeIn }: StayContext): string {
  const { hotel } = offer
  const { nights, rooms, guests } = hotel
  const address = addressText(hotel)
  const [from = '', to = ''] = [hotel.check_in, hotel.check_out].map((day) => formatDate(day, locale, { year: true }))
  // A result counts the guests of one room.
  const [adults, children] = [guests.adults * rooms, guests.child_ages.length * rooms]
  const people = children === 0 ? t('adults', { count: adults }) : t('adultsAndChildren', { adults, children })
  const { text, category } = hotel.room
  const room = text ? readableText(text) : category && roomText(hotel.room, t)
  return [
    readablePlaceName(hotel.name),
    ...(address ? [address] : []),
    t('summaryDates', { from, to, nights, rooms, guests: people }),
    ...(room ? [room] : []),
    t('summaryTotal', { total: writeIn(hotel.price.currency)(hotel.price.amount) }),
    ...beside(hotel, writeIn, t),
    ...originLines(offer, hotel.provider, results),
  ].join('\n')
}

/** "1 Rue de Paris, 75001, Paris". Empty without an address. */
export function addressText({ address }: HotelOffer['hotel']): string {
  const parts = [...(address?.lines ?? []), address?.postal_code, address?.city].filter((part) => part !== undefined)
  return parts.map(readablePlaceName).join(', ')
}

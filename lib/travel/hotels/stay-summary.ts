import { formatDate } from '../format.ts'
import { singleWriter } from '../money.ts'
import { readablePlaceName } from '../readable-place-name.ts'
import { readableText } from '../readable-text.ts'
import { originLines } from '../results/origin-lines.ts'
import type { HotelOffer } from './hotel-offer.ts'
import { beside } from './total-words.ts'

/** A stay as lines of text for a message or a note: hotel, address, dates, room, guests and the total. */
export function staySummary(offer: HotelOffer, locale: string): string {
  const { hotel } = offer
  const { nights, rooms, guests } = hotel
  const address = addressText(hotel)
  const [from, to] = [hotel.check_in, hotel.check_out].map((day) => formatDate(day, 'en-GB', { year: true }))
  const people = [counted(guests.adults, 'adult', 'adults'), counted(guests.child_ages.length, 'child', 'children')]
  const writeIn = singleWriter(locale)
  const room = hotel.room.text ?? hotel.room.category?.replaceAll('_', ' ')
  return [
    readablePlaceName(hotel.name),
    ...(address ? [address] : []),
    `${from} to ${to}, ${counted(nights, 'night', 'nights')}, ${counted(rooms, 'room', 'rooms')}, ${people.filter(Boolean).join(' and ')}`,
    ...(room ? [readableText(room)] : []),
    `Total ${writeIn(hotel.price.currency)(hotel.price.amount)}, taxes included`,
    ...beside(hotel, writeIn),
    ...originLines(offer, hotel.provider),
  ].join('\n')
}

/** "1 Rue de Paris, 75001, Paris". Empty without an address. */
export function addressText({ address }: HotelOffer['hotel']): string {
  const parts = [...(address?.lines ?? []), address?.postal_code, address?.city].filter((part) => part !== undefined)
  return parts.map(readablePlaceName).join(', ')
}

const counted = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`

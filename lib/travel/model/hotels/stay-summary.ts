import type { Texts } from '#lib/platform/model/texts.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { roomsOf } from '#runner/contract/capabilities/room-guests.ts'
import type { WriteIn } from '../currencies-writer.ts'
import { formatDate } from '../format.ts'
import { readablePlaceName } from '../readable-place-name.ts'
import { readableText } from '../readable-text.ts'
import { originLines } from '../results/origin-lines.ts'
import { freeCancellation } from './cancellation.ts'
import { guestsOfResult } from './hotel-form.ts'
import type { HotelOffer } from './hotel-offer.ts'
import { offerDifferences } from './offer-differences.ts'
import type { Comparison } from './total.ts'
import { beside, headline } from './total-words.ts'
import { boardText, cancelText, freeText, roomText } from './words.ts'

export interface StayContext {
  locale: string
  t: Texts<'hotels'>
  results: Texts<'results'>
  /** Writes prices like the list of the stay. */
  writeIn: WriteIn
  comparison: Comparison
}

/**
 * A stay as lines of text for a message or a note: hotel, address, dates, guests, room with its terms at `nowMs`, and
 * the total.
 */
export function staySummary(offer: HotelOffer, context: StayContext, nowMs: number): string {
  const { locale, t, results, writeIn } = context
  const { hotel } = offer
  const { nights, rooms } = hotel
  const address = addressText(hotel)
  const [from = '', to = ''] = [hotel.check_in, hotel.check_out].map((day) => formatDate(day, locale, { year: true }))
  const all = roomsOf({ ...hotel, ...hotel.guests })
  const adults = all.reduce((sum, room) => sum + room.adults, 0)
  const children = guestsOfResult(hotel) - adults
  const people = children === 0 ? t('adults', { count: adults }) : t('adultsAndChildren', { adults, children })
  const [more] = offerDifferences(hotel, t)
  return [
    readablePlaceName(hotel.name),
    ...(address ? [address] : []),
    t('summaryDates', { from, to, nights, rooms, guests: people }),
    [roomText(hotel.room, t), boardText(hotel, t), termsText(hotel, context, nowMs)].filter(Boolean).join(' · '),
    ...(more.length > 0 ? [more.join(' · ')] : []),
    t('summaryTotal', { total: headline(hotel, context) }),
    ...beside(hotel, writeIn, t),
    ...originLines(offer, { provider: hotel.provider }, { locale, t: results }),
  ].join('\n')
}

/**
 * What cancelling costs at `nowMs`, in the words of a row. Unclear terms are in the provider's words, because a summary,
 * a trip and a comparison have no details to look at.
 */
export function termsText(
  { cancellation }: Pick<HotelResult, 'cancellation'>,
  { locale, t }: Pick<StayContext, 'locale' | 't'>,
  nowMs: number,
): string {
  const free = freeCancellation(cancellation, nowMs)
  if (free) return freeText(free, locale, t)
  if (cancellation?.kind !== 'unclear') return cancelText(cancellation, t)
  return cancellation.penalties.flatMap(({ text }) => (text ? readableText(text) : [])).join(' ') || t('cancelNotGiven')
}

/** "1 Rue de Paris, 75001, Paris". Empty without an address. */
export function addressText({ address }: HotelOffer['hotel']): string {
  const parts = [...(address?.lines ?? []), address?.postal_code, address?.city].filter((part) => part !== undefined)
  return parts.map(readablePlaceName).join(', ')
}

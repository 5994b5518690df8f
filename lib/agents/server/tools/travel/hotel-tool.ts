import { counted } from '#lib/platform/model/counted.ts'
import { english } from '#lib/platform/server/i18n/english.ts'
import { bestHotelScore } from '#lib/travel/model/hotels/best.ts'
import { freeCancellation } from '#lib/travel/model/hotels/cancellation.ts'
import { isForAnyone, restriction } from '#lib/travel/model/hotels/hotel-offer.ts'
import { boardText, cancelText, freeText, nightsText, roomText, starsText } from '#lib/travel/model/hotels/words.ts'
import { formatPrice } from '#lib/travel/model/money.ts'
import { HotelOffer, type HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { SkillSuccess } from '#runner/contract/skill-io.ts'
import { type Compact, dataRemark, defined, maxResults, spokenLocale, type TravelTool } from './travel-tool.ts'

const party = ['adults', 'rooms', 'child_ages', 'room_guests']
const stay = ['check_in', 'check_out', ...party, 'currency', 'board', 'free_cancellation']

/** The hotel search, as a model sees it. */
export const hotelTool: TravelTool = {
  description: [
    'Searches hotels in a city for a stay and returns the ten best by price, location, stars and terms.',
    'Use an IATA city code for place (PAR, TYO), or lat, lon and time_zone; dates like 2027-02-13.',
    'Prices are totals for all rooms and nights with mandatory fees. Adults are counted per room; room_guests lists rooms with different guests.',
    'For price parts, payment and cancellation terms, call offer_details with an id; for all offers of one hotel, call',
    'hotel_offers with its hotel_id. It books nothing.',
  ].join(' '),
  parameters: ['place', 'lat', 'lon', 'time_zone', 'radius_km', ...stay, 'stars', 'price_min', 'price_max'],
  required: ['check_in', 'check_out'],
  compact: (output, _, nowMs) => compactHotels(output, nowMs, 'hotel'),
}

/** The function that lists all offers of one hotel, as a model sees it. */
export const hotelOffersTool: TravelTool = {
  description:
    'Lists the offers of one hotel for a stay: rooms, boards, terms and total prices. Needs the hotel_id of a result.',
  parameters: ['hotel_id', 'place', 'time_zone', ...stay],
  required: ['hotel_id', 'check_in', 'check_out'],
  compact: (output, _, nowMs) => compactHotels(output, nowMs, 'offer'),
}

function compactHotels(output: SkillSuccess, nowMs: number, noun: string): Compact {
  const offers = output.results.flatMap((result) => HotelOffer.safeParse(result).data ?? [])
  const hotels = noun === 'hotel' ? offers.filter(isForAnyone) : offers
  const scored = scoredOf(hotels)
  // A search has several offers of each hotel.
  const byHotel = Map.groupBy(scored, ({ hotel_id }) => hotel_id)
  const ranked = noun === 'hotel' ? [...byHotel.values()].flatMap(([first]) => first ?? []) : scored
  const best = ranked.slice(0, maxResults)
  const [first] = best
  const message = first
    ? `I found ${counted(ranked.length, noun)}. The best: ${factsOf(first, nowMs).join(', ')}.`
    : `I found no ${noun}s for this search.`
  return {
    message: `${message}${dataRemark(output)}`,
    total: ranked.length,
    results: best.map((hotel) => ({ whole: defined(hotel), short: shortOf(hotel, nowMs) })),
  }
}

/** Scores compare prices, so offers are scored within their currency. */
function scoredOf(hotels: readonly HotelResult[]): HotelResult[] {
  const byCurrency = Map.groupBy(hotels, ({ price }) => price.currency)
  const scored = [...byCurrency.values()].flatMap((group) => {
    const lowest = Math.min(...group.map(({ price }) => price.amount))
    return group.map((hotel) => ({ hotel, score: bestHotelScore(hotel, lowest) }))
  })
  return scored.toSorted((a, b) => b.score - a.score || (a.hotel.id < b.hotel.id ? -1 : 1)).map(({ hotel }) => hotel)
}

/** The facts that matter for a choice, in words. Without the hotel's own texts, because the message is spoken. */
function factsOf(hotel: HotelResult, nowMs: number): string[] {
  const { price, nights, rooms, stars, distance_km, board } = hotel
  const total = formatPrice(price.amount, price.currency, spokenLocale)
  const until = freeCancellation(hotel.cancellation, nowMs)
  const t = english('hotels')
  return [
    `${total} in total for ${nightsText(nights, t)}${rooms > 1 ? ` and ${counted(rooms, 'room')}` : ''}`,
    ...(stars === undefined ? [] : [starsText(stars, t)]),
    ...(distance_km === undefined ? [] : [`${distance_km.toFixed(1)} kilometers from the center`]),
    ...(board === undefined || board === 'other' ? [] : [withinSentence(boardText({ board }, t) ?? '')]),
    withinSentence(until ? freeText(until, spokenLocale, t) : cancelText(hotel.cancellation, t)),
  ]
}

/** A text that begins a sentence, without its first capital. Names of days and months keep theirs. */
const withinSentence = (text: string): string => text.slice(0, 1).toLowerCase() + text.slice(1)

function shortOf(hotel: HotelResult, nowMs: number) {
  const { hotel_id, name, price, price_per_night, nights, rooms, stars, distance_km, address, booking_url } = hotel
  const until = freeCancellation(hotel.cancellation, nowMs)
  const t = english('hotels')
  const kind = restriction(hotel)
  return defined({
    hotel_id,
    name,
    price,
    price_per_night,
    nights,
    rooms,
    stars,
    distance_km,
    address: address && [...(address.lines ?? []), address.city].filter(Boolean).join(', '),
    room: roomText(hotel.room, t),
    board: boardText(hotel, t) ?? undefined,
    cancellation: until ? freeText(until, spokenLocale, t) : cancelText(hotel.cancellation, t),
    more_charges: hotel.unpriced_charges && hotel.unpriced_charges.length > 0 ? true : undefined,
    booked_separately: hotel.booked_separately,
    only_for: kind && t(kind),
    booking_url,
    spoken: `${name}: ${factsOf(hotel, nowMs).join(', ')}.`,
  })
}

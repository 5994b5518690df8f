import { daysBetween } from '#lib/travel/model/offset-time.ts'
import { toLocalTime } from '#lib/travel/model/zoned-time.ts'
import { currencies } from '../currencies.ts'
import { hash32, shareOf } from '../draw.ts'
import { badRequest, type Checked } from '../errors.ts'
import type { ZoneClock } from '../zone-clock.ts'
import type { Hotel } from './hotels.ts'
import type { HotelOffersSearch } from './read-query.ts'
import { plansOf, roomsOf } from './rooms.ts'
import { type HotelOffer, isSoldOut, nightRatesOf, priceStay, type Stay, sleeps } from './stay.ts'
import { writeOffer } from './write-offer.ts'

/** Every plan for every room in which the guests have beds, the cheapest first. Empty when the hotel is sold out. */
function makeOffers(hotel: Hotel, stay: Stay, now: string): HotelOffer[] {
  const today = now.slice(0, 10)
  if (isSoldOut(hotel, stay, today)) return []
  const rates = nightRatesOf(hotel, stay, today)
  const plans = plansOf({ hotel, nights: rates.length, daysAhead: daysBetween(today, stay.checkInDate) })
  const search = hash32(today, JSON.stringify(stay)).toString(36).toUpperCase()
  const offers = roomsOf(hotel).flatMap((room, roomAt) =>
    sleeps(room, stay)
      ? plans.map((plan) => {
          const id = `${hotel.hotelId}${roomAt}${plan.rateCode}${search}`
          return { id, hotel, stay, room, plan, price: priceStay(hotel, stay, rates, { room, plan }), now }
        })
      : [],
  )
  return offers.sort((a, b) => a.price.total - b.price.total)
}

/** The offers of the requested hotels, of which sold-out ones are unavailable. The request fails when none matches. */
export function findOffers(search: HotelOffersSearch, clock: ZoneClock, nowMs: number, self: URL): Checked<object> {
  const data = search.hotels.flatMap((hotel) => {
    const offers = makeOffers(hotel, search.stay, toLocalTime(hotel.town.zone, nowMs))
    if (offers.length === 0) return [writeHotelOffers(hotel, undefined, self, clock)]
    const matching = offers.filter((offer) => matches(offer, search))
    return matching.length === 0 ? [] : [writeHotelOffers(hotel, matching, self, clock)]
  })
  return data.length === 0 ? { ok: false, issues: [badRequest(424)] } : { ok: true, value: { data } }
}

function matches({ plan, price }: HotelOffer, { boardType, priceRange, stay }: HotelOffersSearch): boolean {
  // BREAKFAST also asks for its kinds, such as CONTINENTAL_BREAKFAST.
  if (boardType !== undefined && !plan.board.endsWith(boardType)) return false
  if (priceRange === undefined) return true
  const { currency, total, nights } = price
  const asked = currencies.get(stay.currency ?? '') ?? currency
  const perNight = ((total / 10 ** currency.digits / nights.length) * asked.perUsd) / currency.perUsd
  return perNight >= priceRange.low && perNight <= priceRange.high
}

/** The share of hotels with an amenity, for one star and for five; others lie between. */
const amenityShares = {
  WIFI: [0.9, 1],
  SWIMMING_POOL: [0, 0.85],
  PARKING: [0.35, 0.8],
  AIR_CONDITIONING: [0.3, 1],
  FITNESS_CENTER: [0, 0.95],
  SPA: [0, 0.8],
  RESTAURANT: [0.1, 1],
  BAR: [0.1, 0.95],
  PETS_ALLOWED: [0.3, 0.25],
  DISABLED_FACILITIES: [0.2, 0.9],
} as const

/** A hotel with its offers, or without offers if it is sold out. */
function writeHotelOffers(hotel: Hotel, offers: readonly HotelOffer[] | undefined, self: URL, clock: ZoneClock) {
  const { hotelId, chainCode, dupeId, name, town, position, stars } = hotel
  const base = `${self.origin}/v3/shopping/hotel-offers`
  // The request's own parameters, for this hotel only.
  const query = new URLSearchParams(self.searchParams)
  query.set('hotelIds', hotelId)
  return {
    type: 'hotel-offers',
    hotel: {
      type: 'hotel',
      hotelId,
      chainCode,
      dupeId: String(dupeId),
      name: name.toUpperCase(),
      cityCode: town.code,
      amenities: Object.entries(amenityShares).flatMap(([code, [low, high]]) =>
        shareOf(code, String(dupeId)) < low + ((high - low) * (stars - 1)) / 4 ? [code] : [],
      ),
      ...(dupeId % 33 === 0 ? {} : { latitude: position.lat, longitude: position.lon }),
    },
    available: offers !== undefined,
    ...(offers && { offers: offers.map((offer) => writeOffer(offer, clock, `${base}/${offer.id}`)) }),
    self: `${base}?${query}`,
  }
}

import { toLocalTime } from '#lib/travel/model/zoned-time.ts'
import { badRequest, type Checked } from '../errors.ts'
import { currencies } from '../flights/fares/currencies.ts'
import { shareOf } from '../flights/market/draw.ts'
import type { ZoneClock } from '../flights/market/zone-clock.ts'
import type { Hotel } from './inventory/generate-hotels.ts'
import { type HotelOffer, makeOffers } from './rates/make-offers.ts'
import type { Board } from './rates/plans.ts'
import { digitsOf } from './rates/price-stay.ts'
import { writeOffer } from './rates/write-offer.ts'
import type { BoardType, HotelOffersSearch } from './read-offers-query.ts'

/** The share of hotels with an amenity, for one star and for five; others lie between. */
const shares = {
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

/** A hotel's amenities, in the provider's codes. */
const amenitiesOf = ({ dupeId, stars }: Pick<Hotel, 'dupeId' | 'stars'>): string[] =>
  Object.entries(shares).flatMap(([code, [low, high]]) =>
    shareOf(code, String(dupeId)) < low + ((high - low) * (stars - 1)) / 4 ? [code] : [],
  )

const boards: Readonly<Record<BoardType, readonly Board[]>> = {
  ROOM_ONLY: ['ROOM_ONLY'],
  BREAKFAST: ['BREAKFAST', 'BUFFET_BREAKFAST', 'CONTINENTAL_BREAKFAST'],
  HALF_BOARD: ['HALF_BOARD'],
  FULL_BOARD: ['FULL_BOARD'],
  ALL_INCLUSIVE: ['ALL_INCLUSIVE'],
}

/**
 * The offers of the requested hotels. A sold-out hotel of the distribution systems fails the whole request; one that
 * merchants sell is left out with a warning. With `includeClosed`, both are listed as unavailable. The request fails
 * when no match is left.
 */
export function findOffers(search: HotelOffersSearch, clock: ZoneClock, nowMs: number, self: URL): Checked<object> {
  const found = search.hotels.map((hotel) => ({ hotel, offers: makeOffers(hotel, search.stay, timeAt(hotel, nowMs)) }))
  const soldOut = found.filter(({ offers }) => offers.length === 0).map(({ hotel }) => hotel)
  const failing = soldOut.length === found.length ? soldOut : soldOut.filter(({ source }) => source === 'DIRECTCHAIN')
  if (!search.includeClosed && failing.length > 0) return { ok: false, issues: [badRequest(3664, idsOf(failing))] }

  const data = found.flatMap(({ hotel, offers }) => {
    if (offers.length === 0) return search.includeClosed ? [writeHotelOffers(hotel, undefined, self, clock)] : []
    const matching = offers.filter((offer) => matches(offer, search))
    const chosen = search.bestRateOnly ? matching.slice(0, 1) : matching
    return chosen.length === 0 ? [] : [writeHotelOffers(hotel, chosen, self, clock)]
  })
  if (data.length === 0) return { ok: false, issues: [badRequest(424)] }
  const warn = !search.includeClosed && soldOut.length > 0
  const { code, title } = badRequest(3664)
  return {
    ok: true,
    value: { data, ...(warn ? { warnings: [{ code, title, source: { parameter: idsOf(soldOut) } }] } : {}) },
  }
}

function timeAt({ settlement }: Hotel, nowMs: number): string {
  return toLocalTime(settlement.zone, nowMs)
}

function idsOf(hotels: readonly Hotel[]): string {
  return `hotelIds=${hotels.map(({ hotelId }) => hotelId).join(',')}`
}

function matches({ plan, price }: HotelOffer, { boardType, priceRange, stay }: HotelOffersSearch): boolean {
  if (boardType !== undefined && !boards[boardType].includes(plan.board)) return false
  if (priceRange === undefined) return true
  const asked = currencies.get(stay.currency ?? '') ?? price.currency
  const perNight = price.total / 10 ** digitsOf(price.currency) / price.nights.length
  const converted = (perNight / price.currency.perUsd) * asked.perUsd
  return converted >= priceRange.low && converted <= priceRange.high
}

/** A hotel with its offers, or without offers if it is sold out. */
function writeHotelOffers(hotel: Hotel, offers: readonly HotelOffer[] | undefined, self: URL, clock: ZoneClock) {
  const { hotelId, chainCode, dupeId, name, settlement, position, chain } = hotel
  const base = `${self.origin}/v3/shopping/hotel-offers`
  return {
    type: 'hotel-offers',
    hotel: {
      type: 'hotel',
      hotelId,
      chainCode,
      dupeId: String(dupeId),
      name: chain === undefined ? name.toUpperCase() : name,
      cityCode: settlement.code,
      amenities: amenitiesOf(hotel),
      ...(dupeId % 33 === 0 ? {} : { latitude: position.lat, longitude: position.lon }),
    },
    available: offers !== undefined,
    ...(offers === undefined
      ? {}
      : { offers: offers.map((offer) => writeOffer(offer, clock, (id) => `${base}/${id}`)) }),
    self: `${base}?${selfQuery(self, hotelId)}`,
  }
}

/** The request's own parameters, for this hotel only. */
function selfQuery({ searchParams }: URL, hotelId: string): string {
  const query = new URLSearchParams(searchParams)
  query.set('hotelIds', hotelId)
  return query.toString()
}

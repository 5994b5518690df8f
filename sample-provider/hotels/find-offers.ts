import { addDays } from '#lib/travel/offset-time.ts'
import { toLocalTime } from '#lib/travel/zoned-time.ts'
import { currencies } from '../flights/fares/currencies.ts'
import type { ZoneClock } from '../flights/market/zone-clock.ts'
import type { Hotel } from './inventory/generate-hotels.ts'
import type { Inventory } from './inventory/inventory.ts'
import { hotelIssue, notFoundIssue } from './issues.ts'
import { type HotelOffer, makeOffers } from './rates/make-offers.ts'
import { type OfferKey, readOfferId } from './rates/offer-id.ts'
import type { Board } from './rates/plans.ts'
import { isGuaranteed } from './rates/policies.ts'
import { digitsOf } from './rates/price-stay.ts'
import { writeOffer } from './rates/write-offer.ts'
import type { Checked } from './read-list-query.ts'
import type { BoardType, HotelOffersSearch } from './read-offers-query.ts'
import type { HotelOffers, HotelOffersAnswer, OfferAnswer } from './wire.ts'

const boards: Readonly<Record<BoardType, readonly Board[]>> = {
  ROOM_ONLY: ['ROOM_ONLY'],
  BREAKFAST: ['BREAKFAST', 'BUFFET_BREAKFAST', 'CONTINENTAL_BREAKFAST'],
  HALF_BOARD: ['HALF_BOARD'],
  FULL_BOARD: ['FULL_BOARD'],
  ALL_INCLUSIVE: ['ALL_INCLUSIVE'],
}

/**
 * The offers of the hotels asked for. A hotel that the distribution systems sell fails the whole request when it is sold
 * out, one that merchants sell is left out with a warning; with `includeClosed` both are named as not available. When
 * nothing is left that matches, the request fails.
 */
export function findOffers(
  search: HotelOffersSearch,
  clock: ZoneClock,
  nowMs: number,
  self: URL,
): Checked<HotelOffersAnswer> {
  const found = search.hotels.map((hotel) => ({ hotel, offers: makeOffers(hotel, search.stay, todayAt(hotel, nowMs)) }))
  const soldOut = found.filter(({ offers }) => offers.length === 0).map(({ hotel }) => hotel)
  const failing = soldOut.length === found.length ? soldOut : soldOut.filter(({ source }) => source === 'DIRECTCHAIN')
  if (!search.includeClosed && failing.length > 0) return { ok: false, issues: [hotelIssue(3664, idsOf(failing))] }

  const data = found.flatMap(({ hotel, offers }): HotelOffers[] => {
    if (offers.length === 0) return search.includeClosed ? [writeHotelOffers(hotel, undefined, self, clock)] : []
    const matching = offers.filter((offer) => matches(offer, search))
    const chosen = search.bestRateOnly ? matching.slice(0, 1) : matching
    return chosen.length === 0 ? [] : [writeHotelOffers(hotel, chosen, self, clock)]
  })
  if (data.length === 0) return { ok: false, issues: [hotelIssue(424)] }
  const warn = !search.includeClosed && soldOut.length > 0
  const { code, title } = hotelIssue(3664)
  return {
    ok: true,
    value: { data, ...(warn ? { warnings: [{ code, title, source: { parameter: idsOf(soldOut) } }] } : {}) },
  }
}

/** One offer by its id, at the price that it was made for. Ids are good on the day of the offer and the next. */
export function findOffer(
  offerId: string,
  inventory: Pick<Inventory, 'byId'>,
  clock: ZoneClock,
  nowMs: number,
  self: URL,
): Checked<OfferAnswer> {
  const key = readOfferId(offerId)
  const hotel = key && inventory.byId(key.hotelId)
  const offer = key && hotel && isGood(key.madeOn, todayAt(hotel, nowMs)) ? offerOf(hotel, key, offerId) : undefined
  if (hotel === undefined || offer === undefined) return { ok: false, issues: [notFoundIssue('offerId')] }
  return { ok: true, value: { data: writeHotelOffers(hotel, [offer], self, clock) } }
}

function offerOf(hotel: Hotel, { stay, madeOn }: OfferKey, offerId: string) {
  return makeOffers(hotel, stay, madeOn).find(({ id }) => id === offerId)
}

function isGood(madeOn: string, today: string): boolean {
  return madeOn === today || madeOn === addDays(today, -1)
}

function todayAt({ settlement }: Hotel, nowMs: number): string {
  return toLocalTime(settlement.zone, nowMs).slice(0, 10)
}

function idsOf(hotels: readonly Hotel[]): string {
  return `hotelIds=${hotels.map(({ hotelId }) => hotelId).join(',')}`
}

function matches(
  { plan, price, hotel }: HotelOffer,
  { boardType, paymentPolicy, priceRange, stay }: HotelOffersSearch,
): boolean {
  if (boardType !== undefined && !boards[boardType].includes(plan.board)) return false
  if (paymentPolicy !== 'NONE' && isGuaranteed({ plan, hotel }) !== (paymentPolicy === 'GUARANTEE')) return false
  if (priceRange === undefined) return true
  const asked = currencies.get(stay.currency ?? '') ?? price.currency
  const perNight = price.total / 10 ** digitsOf(price.currency) / price.nights.length
  const converted = (perNight / price.currency.perUsd) * asked.perUsd
  return converted >= priceRange.low && converted <= priceRange.high
}

/** A hotel with its offers, or without any when it is sold out. */
function writeHotelOffers(
  hotel: Hotel,
  offers: readonly HotelOffer[] | undefined,
  self: URL,
  clock: ZoneClock,
): HotelOffers {
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
      ...(dupeId % 33 === 0 ? {} : { latitude: position.lat, longitude: position.lon }),
    },
    available: offers !== undefined,
    ...(offers === undefined
      ? {}
      : { offers: offers.map((offer) => writeOffer(offer, clock, (id) => `${base}/${id}`)) }),
    self: `${base}?${selfQuery(self, hotelId)}`,
  }
}

/** The request's own parameters, for this hotel alone. */
function selfQuery({ searchParams }: URL, hotelId: string): string {
  const query = new URLSearchParams(searchParams)
  query.set('hotelIds', hotelId)
  return query.toString()
}

import { addDays } from '#lib/travel/model/offset-time.ts'
import { hash32, shareOf } from '../../flights/market/draw.ts'
import type { ZoneClock } from '../../flights/market/zone-clock.ts'
import type { HotelOffer } from './make-offers.ts'
import { policiesOf } from './policies.ts'
import { decimal, type PricedTax, type StayPrice } from './price-stay.ts'

/** The parts of a price that a hotel itemizes. Most hotels omit the base. */
type Detail = 'total' | 'taxes' | 'all'

/** An offer in the provider's format. A hotel omits the same fields in all its offers. */
export function writeOffer(offer: HotelOffer, clock: ZoneClock, selfOf: (offerId: string) => string) {
  const { id, hotel, stay, room, plan, price } = offer
  const tells = (what: string, share: number) => shareOf(what, hotel.hotelId) < share
  const policies = policiesOf(offer, clock)
  const isBoardTold = plan.board === 'ROOM_ONLY' ? tells('board', 0.25) : true
  return {
    id,
    checkInDate: stay.checkInDate,
    checkOutDate: stay.checkOutDate,
    ...(stay.rooms > 1 ? { roomQuantity: String(stay.rooms) } : {}),
    rateCode: plan.rateCode,
    ...(plan.family !== undefined && tells('family', 0.6) ? { rateFamilyEstimated: plan.family } : {}),
    ...(tells('category', 0.2) ? { category: plan.rateCode } : {}),
    ...(tells('description', 0.6) ? { description: { text: plan.text, lang: 'EN' } } : {}),
    ...(tells('commission', 0.3)
      ? { commission: { percentage: String(4 + (hash32('commission', hotel.hotelId) % 7)) } }
      : {}),
    ...(isBoardTold ? { boardType: plan.board } : {}),
    room: {
      type: room.code,
      typeEstimated: { category: room.category, beds: room.beds, bedType: room.bedType },
      description: { text: `${plan.text}\n${room.text}`, lang: 'EN' },
    },
    guests: { adults: stay.adults, ...(stay.childAges.length > 0 ? { childAges: [...stay.childAges] } : {}) },
    price: writePrice(price, stay.checkOutDate, detailOf(hotel.hotelId)),
    ...(policies === undefined ? {} : { policies }),
    self: selfOf(id),
  }
}

function detailOf(hotelId: string): Detail {
  const lot = shareOf('price detail', hotelId)
  return lot < 0.3 ? 'total' : lot < 0.65 ? 'taxes' : 'all'
}

function writePrice(price: StayPrice, checkOutDate: string, detail: Detail) {
  const { currency, base, total } = price
  const text = (minor: number) => decimal(minor, currency)
  const nights = price.nights.length
  // A hotel that states only the total also states the charges that the total does not include.
  const taxes = price.taxes.filter(({ rule }) => detail !== 'total' || !rule.isIncluded).map(writeTax)
  const perNight = detail === 'total' ? nightTotals(price) : price.nights.map(({ minor }) => minor)
  const part = detail === 'total' ? 'total' : 'base'
  return {
    currency: currency.code,
    ...(detail === 'all' ? { base: text(base) } : {}),
    total: text(total),
    ...(taxes.length > 0 ? { taxes } : {}),
    variations: {
      average: { [part]: text(Math.round((detail === 'total' ? total : base) / nights)) },
      changes: periods(price, perNight, checkOutDate).map(({ startDate, endDate, minor }) => ({
        startDate,
        endDate,
        [part]: text(minor),
      })),
    },
  }
}

function writeTax({ rule, currency, amount }: PricedTax) {
  return {
    code: rule.code,
    ...(rule.kind === 'percentage'
      ? { percentage: String(rule.percentage), pricingFrequency: 'PER_STAY', pricingMode: 'PER_PRODUCT' }
      : { pricingFrequency: rule.frequency, pricingMode: rule.mode }),
    amount: decimal(amount, currency),
    currency: currency.code,
    included: rule.isIncluded,
    description: rule.description,
  }
}

/** The total, divided over the nights in proportion to their base. The last night gets the rounding remainder. */
function nightTotals({ nights, base, total }: StayPrice): number[] {
  const shares = nights.map(({ minor }) => Math.floor((minor / base) * total))
  const rest = total - shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share, at) => (at === shares.length - 1 ? share + rest : share))
}

/** Joins consecutive nights at one price into one period. */
function periods(
  { nights }: StayPrice,
  amounts: readonly number[],
  checkOutDate: string,
): { startDate: string; endDate: string; minor: number }[] {
  const found: { startDate: string; endDate: string; minor: number }[] = []
  for (const [at, { date }] of nights.entries()) {
    const minor = amounts[at] ?? 0
    const last = found.at(-1)
    const endDate = at === nights.length - 1 ? checkOutDate : addDays(date, 1)
    if (last !== undefined && last.minor === minor) last.endDate = endDate
    else found.push({ startDate: date, endDate, minor })
  }
  return found
}

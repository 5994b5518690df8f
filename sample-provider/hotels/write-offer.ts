import { addDays, formatOffset } from '#lib/travel/model/offset-time.ts'
import { decimal } from '../currencies.ts'
import { hash32, shareOf } from '../draw.ts'
import type { ZoneClock } from '../zone-clock.ts'
import type { HotelOffer, PricedTax, StayPrice } from './stay.ts'

/** An offer in the provider's format. A hotel omits the same fields in all its offers. */
export function writeOffer(offer: HotelOffer, clock: ZoneClock, self: string) {
  const { id, hotel, stay, room, plan, price } = offer
  const { hotelId } = hotel
  const tells = (what: string, share: number) => shareOf(what, hotelId) < share
  return {
    id,
    checkInDate: stay.checkInDate,
    checkOutDate: stay.checkOutDate,
    ...(stay.rooms > 1 && { roomQuantity: String(stay.rooms) }),
    rateCode: plan.rateCode,
    ...(plan.family !== undefined && tells('family', 0.6) && { rateFamilyEstimated: plan.family }),
    ...(tells('category', 0.2) && { category: plan.rateCode }),
    ...(tells('description', 0.6) && { description: { text: plan.text, lang: 'EN' } }),
    ...(tells('commission', 0.3) && { commission: { percentage: String(4 + (hash32('commission', hotelId) % 7)) } }),
    ...((plan.board !== 'ROOM_ONLY' || tells('board', 0.25)) && { boardType: plan.board }),
    room: {
      type: room.code,
      typeEstimated: { category: room.category, beds: room.beds, bedType: room.bedType },
      description: { text: `${plan.text}\n${room.text}`, lang: 'EN' },
    },
    guests: { adults: stay.adults, ...(stay.childAges.length > 0 && { childAges: [...stay.childAges] }) },
    price: writePrice(price, stay.checkOutDate, shareOf('price detail', hotelId)),
    // A few hotels write no terms.
    ...(tells('policies', 0.92) && { policies: policiesOf(offer, clock) }),
    self,
  }
}

/** By `lot`, a hotel itemizes only the total, or also the taxes, or also the base. */
function writePrice(price: StayPrice, checkOutDate: string, lot: number) {
  const { currency, base, total } = price
  const part = lot < 0.3 ? 'total' : 'base'
  // A hotel that states only the total also states the charges that the total does not include.
  const taxes = price.taxes.filter(({ rule }) => part === 'base' || !rule.isIncluded).map(writeTax)
  const nights = part === 'base' ? price.nights : totalsOf(price)
  const average = Math.round((part === 'base' ? base : total) / nights.length)
  return {
    currency: currency.code,
    ...(lot >= 0.65 && { base: decimal(base, currency) }),
    total: decimal(total, currency),
    ...(taxes.length > 0 && { taxes }),
    variations: {
      average: { [part]: decimal(average, currency) },
      changes: periodsOf(nights, checkOutDate).map(({ startDate, endDate, minor }) => {
        return { startDate, endDate, [part]: decimal(minor, currency) }
      }),
    },
  }
}

function writeTax({ rule, currency, amount }: PricedTax) {
  const { code, percentage, mode, isIncluded, description } = rule
  return {
    code,
    ...(percentage !== undefined && { percentage: String(percentage) }),
    pricingFrequency: percentage === undefined ? 'PER_NIGHT' : 'PER_STAY',
    pricingMode: mode,
    amount: decimal(amount, currency),
    currency: currency.code,
    included: isIncluded,
    description,
  }
}

/** The total, divided over the nights in proportion to their base. The last night gets the rounding remainder. */
function totalsOf({ nights, base, total }: StayPrice): StayPrice['nights'] {
  const shares = nights.map(({ date, minor }) => ({ date, minor: Math.floor((minor / base) * total) }))
  const last = shares.at(-1)
  if (last) last.minor += total - shares.reduce((sum, { minor }) => sum + minor, 0)
  return shares
}

/** Joins consecutive nights at one price into one period. */
function periodsOf(nights: StayPrice['nights'], checkOutDate: string) {
  const found: { startDate: string; endDate: string; minor: number }[] = []
  for (const [at, { date, minor }] of nights.entries()) {
    const last = found.at(-1)
    const endDate = nights[at + 1]?.date ?? checkOutDate
    if (last?.minor === minor) last.endDate = endDate
    else found.push({ startDate: date, endDate, minor })
  }
  return found
}

const cards = [
  ['VI', 'CA', 'AX'],
  ['VI', 'MC', 'CA', 'AX', 'DC', 'JC'],
]
/** Until when cancellation is free: days before check-in, and the time at the hotel. */
const freeUntil = [
  { days: 0, time: '18:00:00' },
  { days: 1, time: '23:59:00' },
  { days: 2, time: '14:30:00' },
  { days: 3, time: '12:00:00' },
  { days: 7, time: '23:59:00' },
] as const

/** The terms of payment and of cancellation: some hotels write one cancellation, others a list. */
function policiesOf(offer: HotelOffer, clock: ZoneClock) {
  const { hotelId } = offer.hotel
  const cancellations = cancellationsOf(offer, clock)
  const checkIn = `${14 + (hash32('in', hotelId) % 3)}:00:00`
  const checkOut = `${10 + (hash32('out', hotelId) % 3)}:00:00`
  return {
    ...paymentOf(offer),
    ...(shareOf('cancellation form', hotelId) < 0.33 ? { cancellation: cancellations[0] } : { cancellations }),
    ...(shareOf('check-in', hotelId) < 0.15 && { checkInOut: { checkIn, checkOut } }),
  }
}

const firstNightOf = ({ nights, currency }: StayPrice): string => decimal(nights[0]?.minor ?? 0, currency)

/** Times that have passed are left out. */
function paymentOf({ hotel, plan, price, stay, now }: HotelOffer) {
  const { hotelId } = hotel
  const acceptedPayments = { creditCards: cards[hash32('cards', hotelId) % cards.length], methods: ['CREDIT_CARD'] }
  const lot = shareOf('payment', hotelId)
  if (plan.isPrepaid) {
    const paid = { amount: decimal(price.total, price.currency), acceptedPayments }
    return lot < 0.5 ? { paymentType: 'prepay', prepay: paid } : { paymentType: 'deposit', deposit: paid }
  }
  if (lot < 0.2) {
    const deadline = `${addDays(stay.checkInDate, -3)}T12:00:00`
    const due = deadline > now ? { deadline } : {}
    return { paymentType: 'deposit', deposit: { amount: firstNightOf(price), ...due, acceptedPayments } }
  }
  const heldUntil = `${stay.checkInDate}T18:00:00`
  return {
    paymentType: 'guarantee',
    guarantee: { acceptedPayments },
    ...(lot > 0.85 && heldUntil > now && { holdTime: { deadline: heldUntil } }),
  }
}

/** The cancellation fees with the time from which each applies. Cancellation before the first time is free. */
function cancellationsOf({ hotel, plan, price, stay }: HotelOffer, clock: ZoneClock) {
  if (plan.isPrepaid) return [{ type: 'FULL_STAY', description: { text: 'NON-REFUNDABLE RATE', lang: 'EN' } }]
  const { hotelId, town } = hotel
  const { days, time } = freeUntil[hash32('free until', hotelId) % freeUntil.length] ?? freeUntil[0]
  const atHotel = (before: number) => withOffset(addDays(stay.checkInDate, -before), time, town.zone, clock)
  const deadline = atHotel(days)
  switch (hash32('penalty', hotelId) % 4) {
    case 0:
      return [{ amount: firstNightOf(price), deadline }]
    case 1:
      return [{ percentage: '100', deadline }]
    case 2:
      return [
        { percentage: '50', deadline: atHotel(days + 7) },
        { type: 'FULL_STAY', amount: decimal(price.total, price.currency), deadline },
      ]
    default:
      return [{ numberOfNights: 1, deadline }]
  }
}

/** A hotel's local time with its zone's offset at that time. */
function withOffset(date: string, time: string, zone: string, clock: ZoneClock): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const instant = clock.toMinute(zone, date, hours * 60 + minutes)
  return `${date}T${time}${formatOffset(Math.round(Date.parse(`${date}T${time}Z`) / 60_000 - instant))}`
}

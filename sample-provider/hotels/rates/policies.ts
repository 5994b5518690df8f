import { addDays, formatOffset } from '#lib/travel/model/offset-time.ts'
import { hash32, shareOf } from '../../flights/market/draw.ts'
import type { ZoneClock } from '../../flights/market/zone-clock.ts'
import type { HotelOffer } from './make-offers.ts'
import { decimal } from './price-stay.ts'

const NO_POLICIES = 0.08
const AS_OBJECT = 0.33
/** The share of hotels that charge the first night in advance. */
const DEPOSIT_SHARE = 0.2

const cards = [
  ['VI', 'CA', 'AX'],
  ['AX', 'CA', 'EC', 'IK', 'VI'],
  ['VI', 'MC', 'CA', 'AX', 'DC', 'JC'],
]
const freeUntil = [
  { daysBefore: 0, time: '18:00:00' },
  { daysBefore: 1, time: '23:59:00' },
  { daysBefore: 1, time: '18:00:00' },
  { daysBefore: 2, time: '14:30:00' },
  { daysBefore: 3, time: '12:00:00' },
  { daysBefore: 7, time: '23:59:00' },
] as const

/** The terms of payment and of cancellation: some hotels write one cancellation, others a list, and a few no terms. */
export function policiesOf(offer: HotelOffer, clock: ZoneClock) {
  const { hotelId } = offer.hotel
  if (shareOf('policies', hotelId) < NO_POLICIES) return undefined
  const cancellations = cancellationsOf(offer, clock)
  const [first] = cancellations
  const isObject = shareOf('cancellation form', hotelId) < AS_OBJECT
  return {
    ...paymentOf(offer),
    ...(isObject && first !== undefined ? { cancellation: first } : { cancellations }),
    ...(shareOf('check-in', hotelId) < 0.15
      ? {
          checkInOut: {
            checkIn: `${14 + (hash32('in', hotelId) % 3)}:00:00`,
            checkOut: `${10 + (hash32('out', hotelId) % 3)}:00:00`,
          },
        }
      : {}),
  }
}

/** Times that have passed are left out. */
function paymentOf({ hotel, plan, price, stay, now }: HotelOffer) {
  const { hotelId } = hotel
  const acceptedPayments = { creditCards: cards[hash32('cards', hotelId) % cards.length], methods: ['CREDIT_CARD'] }
  const total = decimal(price.total, price.currency)
  const lot = shareOf('payment', hotelId)
  if (plan.isPrepaid) {
    return lot < 0.5
      ? { paymentType: 'prepay', prepay: { amount: total, acceptedPayments } }
      : { paymentType: 'deposit', deposit: { amount: total, acceptedPayments } }
  }
  if (lot < DEPOSIT_SHARE) {
    const firstNight = decimal(price.nights[0]?.minor ?? 0, price.currency)
    const deadline = `${addDays(stay.checkInDate, -3)}T12:00:00`
    const due = deadline > now ? { deadline } : {}
    return { paymentType: 'deposit', deposit: { amount: firstNight, ...due, acceptedPayments } }
  }
  const heldUntil = `${stay.checkInDate}T18:00:00`
  return {
    paymentType: 'guarantee',
    guarantee: { acceptedPayments },
    ...(lot > 0.85 && heldUntil > now ? { holdTime: { deadline: heldUntil } } : {}),
  }
}

/** The cancellation fees with the time from which each applies. Cancellation before the first time is free. */
function cancellationsOf({ hotel, plan, price, stay }: HotelOffer, clock: ZoneClock) {
  const { hotelId, settlement } = hotel
  if (plan.isPrepaid) {
    return [{ type: 'FULL_STAY', description: { text: 'NON-REFUNDABLE RATE', lang: 'EN' } }]
  }
  const { daysBefore, time } = freeUntil[hash32('free until', hotelId) % freeUntil.length] ?? freeUntil[0]
  const atHotel = (days: number) => withOffset(`${addDays(stay.checkInDate, -days)}T${time}`, settlement.zone, clock)
  const deadline = atHotel(daysBefore)
  const firstNight = decimal(price.nights[0]?.minor ?? 0, price.currency)
  switch (hash32('penalty', hotelId) % 4) {
    case 0:
      return [{ amount: firstNight, deadline }]
    case 1:
      return [{ percentage: '100', deadline }]
    case 2:
      return [
        { percentage: '50', deadline: atHotel(daysBefore + 7) },
        { type: 'FULL_STAY', amount: decimal(price.total, price.currency), deadline },
      ]
    default:
      return [{ numberOfNights: 1, deadline }]
  }
}

/** A hotel's local time with its zone's offset at that time. */
function withOffset(localTime: string, zone: string, clock: ZoneClock): string {
  const [date = '', time = ''] = localTime.split('T')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const instant = clock.toMinute(zone, date, hours * 60 + minutes)
  return `${localTime}${formatOffset(Math.round(Date.parse(`${localTime}Z`) / 60_000 - instant))}`
}

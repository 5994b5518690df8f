import { formatClock, formatDate, formatTime } from '#lib/travel/format.ts'
import { freeCancellation } from '#lib/travel/hotels/cancellation.ts'
import { cancelText, freeText, sentence } from '#lib/travel/hotels/words.ts'
import { formatPrice } from '#lib/travel/money.ts'
import { readableText } from '#lib/travel/readable-text.ts'
import type { CancellationPenalty, HotelResult, PaymentTerm } from '#runner/contract/capabilities/hotel-result.ts'
import { Icon } from '../../ui/icon.tsx'
import { useNow, useReader } from '../reader.tsx'

/** The terms of one offer that the provider gives. Times are local to the hotel. */
export function StayTerms({ hotel }: { hotel: HotelResult }) {
  const now = useNow()
  const { locale } = useReader()
  const free = freeCancellation(hotel.cancellation, now)
  const { payment, arrival, departure, rate } = hotel
  const penalties = hotel.cancellation?.penalties ?? []
  return (
    <div className="fare-notes">
      <Note icon={free ? 'check' : 'minus'}>
        {free ? `${freeText(free, locale)}, hotel’s time.` : `${cancelText(hotel.cancellation)}.`}
      </Note>
      {penalties.map((penalty, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: penalties may be identical.
        <Note key={at}>{penaltyText(penalty, locale)}</Note>
      ))}
      {payment?.terms.map((term, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: terms may be identical.
        <Note key={at}>{paymentText(term, locale)}</Note>
      ))}
      {payment?.hold_until && (
        <Note>The hotel holds the room without a guarantee until {momentText(payment.hold_until, locale)}.</Note>
      )}
      {arrival?.from && <Note icon="clock">Check-in from {formatClock(arrival.from, locale)}.</Note>}
      {arrival?.text && <Note>{readableText(arrival.text)}</Note>}
      {departure?.until && <Note icon="clock">Check-out until {formatClock(departure.until, locale)}.</Note>}
      {departure?.text && <Note>{readableText(departure.text)}</Note>}
      {hotel.room.text && <Note>{readableText(hotel.room.text)}</Note>}
      {rate?.text && <Note>{readableText(rate.text)}</Note>}
      {rate?.audience === 'negotiated' && <Note icon="warn">Only for guests with a rate agreement.</Note>}
      {rate?.audience === 'conditional' && <Note icon="warn">Only for guests who meet a hotel condition.</Note>}
    </div>
  )
}

function Note({
  icon = 'info',
  children,
}: {
  icon?: 'info' | 'warn' | 'check' | 'minus' | 'clock'
  children: React.ReactNode
}) {
  return (
    <p>
      <Icon name={icon} small />
      <span>{children}</span>
    </p>
  )
}

function momentText(offsetTime: string, locale: string): string {
  return `${formatDate(offsetTime.slice(0, 10))}, ${formatTime(offsetTime, locale)}`
}

function penaltyText({ from, price, nights, percent, whole_stay, text }: CancellationPenalty, locale: string): string {
  const cost = whole_stay
    ? 'the whole stay'
    : price
      ? formatPrice(price.amount, price.currency, locale)
      : nights !== undefined
        ? `${nights} ${nights === 1 ? 'night' : 'nights'}`
        : percent !== undefined
          ? `${percent} % of the price`
          : null
  if (cost === null) return text ? readableText(text) : 'The provider does not state the cancellation fee.'
  const when = from ? `From ${momentText(from, locale)}` : 'From now on'
  return `${when}, cancelling costs ${cost}.${text ? ` ${readableText(text)}` : ''}`
}

const paymentNames = {
  guarantee: 'Guarantee required, no payment before the stay',
  deposit: 'Deposit due before the stay',
  prepay: 'Full payment in advance',
}

function paymentText({ kind, price, due, methods, text }: PaymentTerm, locale: string): string {
  const parts = [
    paymentNames[kind],
    price && formatPrice(price.amount, price.currency, locale),
    due && `by ${momentText(due, locale)}`,
    methods && methods.length > 0 && `by ${methods.map((method) => sentence(method).toLowerCase()).join(' or ')}`,
  ]
  return `${parts.filter(Boolean).join(', ')}.${text ? ` ${readableText(text)}` : ''}`
}

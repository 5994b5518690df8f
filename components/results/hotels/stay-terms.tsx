import { formatClock, formatDate, formatTime } from '#lib/travel/format.ts'
import { freeCancellation } from '#lib/travel/hotels/cancellation.ts'
import { cancelText, freeUntil, sentence } from '#lib/travel/hotels/words.ts'
import { formatPrice } from '#lib/travel/money.ts'
import { readableText } from '#lib/travel/readable-text.ts'
import type { Texts } from '#lib/travel/texts.ts'
import type { CancellationPenalty, HotelResult, PaymentTerm } from '#runner/contract/capabilities/hotel-result.ts'
import { Icon } from '../../ui/icon.tsx'
import { useTexts } from '../../ui/texts.tsx'
import { useNow, useReader } from '../reader.tsx'

/** The terms of one offer that the provider gives. Times are local to the hotel. */
export function StayTerms({ hotel }: { hotel: HotelResult }) {
  const now = useNow()
  const { locale } = useReader()
  const t = useTexts('hotels')
  const free = freeCancellation(hotel.cancellation, now)
  const { payment, arrival, departure, rate } = hotel
  const penalties = hotel.cancellation?.penalties ?? []
  return (
    <div className="fare-notes">
      <Note icon={free ? 'check' : 'minus'}>
        {free
          ? t('freeUntilNote', { date: freeUntil(free, locale, t) })
          : t('asSentence', { text: cancelText(hotel.cancellation, t) })}
      </Note>
      {penalties.map((penalty, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: penalties may be identical.
        <Note key={at}>{penaltyText(penalty, locale, t)}</Note>
      ))}
      {payment?.terms.map((term, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: terms may be identical.
        <Note key={at}>{paymentText(term, locale, t)}</Note>
      ))}
      {payment?.hold_until && <Note>{t('heldUntil', { date: momentText(payment.hold_until, locale, t) })}</Note>}
      {arrival?.from && <Note icon="clock">{t('checkInFrom', { time: formatClock(arrival.from, locale) })}</Note>}
      {arrival?.text && <Note>{readableText(arrival.text)}</Note>}
      {departure?.until && (
        <Note icon="clock">{t('checkOutUntil', { time: formatClock(departure.until, locale) })}</Note>
      )}
      {departure?.text && <Note>{readableText(departure.text)}</Note>}
      {hotel.room.text && <Note>{readableText(hotel.room.text)}</Note>}
      {rate?.text && <Note>{readableText(rate.text)}</Note>}
      {rate?.audience === 'negotiated' && <Note icon="warn">{t('onlyNegotiated')}</Note>}
      {rate?.audience === 'conditional' && <Note icon="warn">{t('onlyConditional')}</Note>}
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

type T = Texts<'hotels'>

const momentText = (offsetTime: string, locale: string, t: T): string =>
  t('dateAtTime', { date: formatDate(offsetTime.slice(0, 10), locale), time: formatTime(offsetTime, locale) })

function penaltyText(penalty: CancellationPenalty, locale: string, t: T): string {
  const { from, text } = penalty
  const cost = costText(penalty, locale, t)
  if (cost === null) return text ? readableText(text) : t('penaltyUnknown')
  const told = from ? t('penaltyFrom', { date: momentText(from, locale, t), cost }) : t('penaltyNow', { cost })
  return text ? `${told} ${readableText(text)}` : told
}

function costText({ price, nights, percent, whole_stay }: CancellationPenalty, locale: string, t: T): string | null {
  if (whole_stay) return t('wholeStay')
  if (price) return formatPrice(price.amount, price.currency, locale)
  if (nights !== undefined) return t('nights', { count: nights })
  return percent === undefined ? null : t('percentOfPrice', { percent })
}

function paymentText({ kind, price, due, methods = [], text }: PaymentTerm, locale: string, t: T): string {
  const names = methods.map((method) => sentence(method).toLowerCase())
  const parts = [
    t('paymentTerm', { kind }),
    price && formatPrice(price.amount, price.currency, locale),
    due && t('dueBy', { date: momentText(due, locale, t) }),
    names.length > 0 &&
      t('paidBy', { methods: names.reduce((before, method) => t('orMethod', { methods: before, method })) }),
  ]
  const told = t('asSentence', { text: parts.filter(Boolean).join(', ') })
  return text ? `${told} ${readableText(text)}` : told
}

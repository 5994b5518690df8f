import type { Texts } from '#lib/platform/model/texts.ts'
import type { WriteIn } from '#lib/travel/model/currencies-writer.ts'
import { formatClock, formatDate, formatTime } from '#lib/travel/model/format.ts'
import { freeCancellation } from '#lib/travel/model/hotels/cancellation.ts'
import { cancelText, freeUntil, sentence } from '#lib/travel/model/hotels/words.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import { readableParts, readableText } from '#lib/travel/model/readable-text.ts'
import type { CancellationPenalty, HotelResult, PaymentTerm } from '#runner/contract/capabilities/hotel-result.ts'
import { useLocale, useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { useNow } from '../reader.tsx'
import { Note } from '../row-parts.tsx'

/** The terms of one offer that the provider gives. Times are local to the hotel. */
export function StayTerms({ hotel, writeIn }: { hotel: HotelResult; writeIn: WriteIn }) {
  const now = useNow()
  const locale = useLocale()
  const t = useTexts('hotels')
  const free = freeCancellation(hotel.cancellation, now)
  const { payment, arrival, departure, room, rate, provider } = hotel
  // A provider may repeat the rate in the text of the room.
  const described = new Set([room.text, rate?.text].flatMap((text) => (text ? readableParts(text) : [])))
  const penalties = hotel.cancellation?.penalties ?? []
  const isUnclear = hotel.cancellation?.kind === 'unclear'
  return (
    <div className="fare-notes">
      <Note icon={free ? 'check' : 'minus'}>
        {free
          ? t('freeUntilNote', { date: freeUntil(free, locale, t) })
          : t('asSentence', { text: cancelText(hotel.cancellation, t) })}
      </Note>
      {penalties.map((penalty, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: penalties may be identical.
        <Note key={at}>
          <PenaltyText penalty={penalty} isUnclear={isUnclear} provider={provider} writeIn={writeIn} />
        </Note>
      ))}
      {payment?.terms.map((term, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: terms may be identical.
        <Note key={at}>
          {paymentText(term, { locale, t, writeIn })} {term.text && <Quote>{readableText(term.text)}</Quote>}
        </Note>
      ))}
      {payment?.hold_until && <Note>{t('heldUntil', { date: momentText(payment.hold_until, locale, t) })}</Note>}
      {arrival?.from && <Note icon="clock">{t('checkInFrom', { time: formatClock(arrival.from, locale) })}</Note>}
      {arrival?.text && <ProviderNote text={arrival.text} provider={provider} />}
      {departure?.until && (
        <Note icon="clock">{t('checkOutUntil', { time: formatClock(departure.until, locale) })}</Note>
      )}
      {departure?.text && <ProviderNote text={departure.text} provider={provider} />}
      {[...described].map((text) => (
        <ProviderNote key={text} text={text} provider={provider} />
      ))}
      {rate?.audience === 'negotiated' && <Note icon="warn">{t('onlyNegotiated')}</Note>}
      {rate?.audience === 'conditional' && <Note icon="warn">{t('onlyConditional')}</Note>}
    </div>
  )
}

interface ProviderWords {
  text: string
  provider: string
}

/** A text that only the provider can explain, quoted from the provider. */
function ProviderSays({ text, provider }: ProviderWords) {
  const rich = useRichTexts('hotels')
  return rich('providerSays', { provider, text: readableText(text), q: (words) => <Quote>{words}</Quote> })
}

function ProviderNote(words: ProviderWords) {
  return (
    <Note>
      <ProviderSays {...words} />
    </Note>
  )
}

/** A quotation of the provider, in English, because skills request English texts. */
const Quote = ({ children }: { children: React.ReactNode }) => <q lang="en">{children}</q>

type T = Texts<'hotels'>

const momentText = (offsetTime: string, locale: string, t: T): string =>
  t('dateAtTime', { date: formatDate(offsetTime.slice(0, 10), locale), time: formatTime(offsetTime, locale) })

interface PenaltyTextProps {
  penalty: CancellationPenalty
  /** Whether it is unclear when a penalty without a time starts. */
  isUnclear: boolean
  provider: string
  writeIn: WriteIn
}

function PenaltyText({ penalty, isUnclear, provider, writeIn }: PenaltyTextProps) {
  const locale = useLocale()
  const t = useTexts('hotels')
  const { from, text } = penalty
  const cost = costText(penalty, writeIn, t)
  if (cost === null) return text ? <ProviderSays text={text} provider={provider} /> : t('penaltyUnknown')
  return (
    <>
      {from
        ? t('penaltyFrom', { date: momentText(from, locale, t), cost })
        : t(isUnclear ? 'penaltyAnyTime' : 'penaltyNow', { cost })}{' '}
      {text && <Quote>{readableText(text)}</Quote>}
    </>
  )
}

function costText({ price, nights, percent, whole_stay }: CancellationPenalty, writeIn: WriteIn, t: T): string | null {
  if (whole_stay) return t('wholeStay')
  if (price) return writeIn(price.currency)(price.amount)
  if (nights !== undefined) return t('nights', { count: nights })
  return percent === undefined ? null : t('percentOfPrice', { percent })
}

function paymentText(
  { kind, price, due, methods = [] }: PaymentTerm,
  { locale, t, writeIn }: { locale: string; t: T; writeIn: WriteIn },
): string {
  const names = methods.map((method) => sentence(method).toLowerCase())
  const parts = [
    t('paymentTerm', { kind }),
    price && writeIn(price.currency)(price.amount),
    due && t('dueBy', { date: momentText(due, locale, t) }),
    names.length > 0 &&
      t('paidBy', { methods: names.reduce((before, method) => t('orMethod', { methods: before, method })) }),
  ]
  return t('asSentence', { text: inList(parts, t) })
}

import type { TextKey } from '#lib/platform/model/texts.ts'
import type { FareCondition, FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { formatDate } from '../format.ts'
import { inList } from '../in-list.ts'
import { nameIn } from '../map-names.ts'
import { formatPrice } from '../money.ts'
import { isDate } from '../offset-time.ts'
import type { FlightWords } from './flight-words.ts'

// Apart from the words of a row, because only the details of a flight show conditions.

/**
 * Texts that may distinguish two fares of the same flights, for `tellApart`: first conditions and the booking
 * deadline, last booking classes and fare bases.
 */
export function fareDifferences(
  { fare, legs, last_ticketing_date: bookBy }: FlightResult,
  { t, locale }: Pick<FlightWords, 't' | 'locale'>,
): [first: string[], last: string[]] {
  const booked = legs.flatMap(({ segments }) => segments.flatMap((segment) => segment.fare ?? []))
  const classes = [...new Set(booked.flatMap(({ booking_class }) => booking_class ?? []))]
  const bases = [...new Set(booked.flatMap(({ basis }) => basis ?? []))]
  return [
    [
      ...(fare?.conditions ?? []).map((condition) => conditionText(condition, { t, locale })),
      ...(bookBy && isDate(bookBy.slice(0, 10))
        ? [t('bookBy', { date: formatDate(bookBy.slice(0, 10), locale) })]
        : []),
    ],
    [
      ...(classes.length > 0 ? [t('bookingClass', { count: classes.length, classes: inList(classes, t) })] : []),
      ...(bases.length > 0 ? [t('fareBasis', { count: bases.length, bases: inList(bases, t) })] : []),
    ],
  ]
}

/** Plain words for trade terms. */
const tradeWords: Record<string, TextKey<'flights'>> = {
  'pre reserved seat assignment': 'seatChoice',
  'std seat sel 24h before depart': 'lateSeatChoice',
  'meal beverage': 'meal',
  'refundable ticket': 'refund',
  'refund before departure': 'refundBefore',
  'change before departure': 'changeBefore',
  'refunds anytime': 'refundAnytime',
  'refunds no show': 'refundNoShow',
  'changeable ticket': 'change',
  'change anytime': 'changeAnytime',
  'changes no show': 'changeNoShow',
  'first hand bag': 'cabinBag',
  'first checked bag': 'firstCheckedBag',
  'lounge access': 'lounge',
  'on board personal item': 'smallBag',
}
/** Abbreviations that stay in capitals, and units. */
const kept: Record<string, string> = { kg: 'kg', pct: '%', wifi: 'Wi-Fi', xl: 'XL', avios: 'Avios' }

/** A fare condition in words, and what it costs, as far as known: "Seat choice: extra charge", "Refund: $100". */
export function conditionText(
  { text, charged, fee }: Pick<FareCondition, 'text' | 'charged' | 'fee'>,
  { t, locale }: Pick<FlightWords, 't' | 'locale'>,
): string {
  const words = text.trim().replaceAll('_', ' ')
  const known = nameIn(tradeWords, words.toLowerCase())
  // Text that is not all in capitals is already readable.
  const name = known ? t(known) : words === words.toUpperCase() ? sentenceOf(words) : words
  if (!charged) return name
  return fee === undefined
    ? t('extraCharge', { name })
    : t('extraPrice', { name, price: formatPrice(fee.amount, fee.currency, locale) })
}

function sentenceOf(capitals: string): string {
  const text = capitals
    .toLowerCase()
    .split(/\s+/)
    .map((word) => nameIn(kept, word) ?? word)
    .join(' ')
    .replaceAll('seat selection', 'seat choice')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

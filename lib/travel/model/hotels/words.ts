import type { Texts } from '#lib/platform/model/texts.ts'
import type { HotelResult, PricePart, UnpricedCharge } from '#runner/contract/capabilities/hotel-result.ts'
import { formatClock, formatDate } from '../format.ts'
import { inList } from '../in-list.ts'
import { capitalized, readableCode, readableText } from '../readable-text.ts'
import type { FreeCancellation } from './cancellation.ts'
import { UNKNOWN } from './filters.ts'

type T = Texts<'hotels'>

/** The values of the meals filter. */
export const boardOptions: readonly string[] = [
  'room_only',
  'breakfast',
  'half_board',
  'full_board',
  'all_inclusive',
  'self_catering',
  'other',
  UNKNOWN,
]

export const boardName = (board: string, t: T): string => (boardOptions.includes(board) ? t('board', { board }) : board)

export const starsText = (stars: number, t: T): string => t('starCount', { count: stars })

/** "Breakfast included", or the hotel's other board; null if unknown. */
export function boardText({ board, board_name }: Pick<HotelResult, 'board' | 'board_name'>, t: T): string | null {
  if (board === undefined) return null
  if (board === 'breakfast') return t('breakfastIncluded')
  if (board === 'other' && board_name) return readableCode(board_name)
  return t('board', { board })
}

/** "Superior room, 2 double beds", as far as the provider gives it. */
export function roomText({ category, beds, bed_type, text }: HotelResult['room'], t: T): string {
  const name = category && t('roomCategory', { category: optionOf(category), name: sentence(category) })
  const bed = bed_type && { type: optionOf(bed_type), name: bed_type.replaceAll('_', ' ').toLowerCase() }
  const counted = beds && (bed ? t('bedsOf', { count: beds, ...bed }) : t('beds', { count: beds }))
  const known = inList([name, counted || (bed && t('bedOf', bed))], t)
  return known || (text ? readableText(text) : t('room'))
}

/** A provider's code as an option of a message. Every object has names like "constructor", so they become "other". */
function optionOf(code: string): string {
  const option = code.toLowerCase()
  return option in {} ? 'other' : option
}

type FreeUntil = Pick<FreeCancellation, 'date' | 'time'>

/** "Sat 6 Feb", with the time unless it is the end of the day. */
export function freeUntil({ date, time }: FreeUntil, locale: string, t: T): string {
  const day = formatDate(date, locale)
  return time === null ? day : t('dateAtTime', { date: day, time: formatClock(time, locale) })
}

/** "Free cancellation until Sat 6 Feb". */
export const freeText = (free: FreeUntil, locale: string, t: T): string =>
  t('freeUntil', { date: freeUntil(free, locale, t) })

/** A row's text about cancellation that is not free. */
export function cancelText(cancellation: HotelResult['cancellation'], t: T): string {
  switch (cancellation?.kind) {
    case 'non_refundable':
      return t('noRefund')
    case 'free':
    case 'charged':
      return t('cancellingCosts')
    case 'unclear':
      return t('cancelInDetails')
    case undefined:
      return t('cancelNotGiven')
  }
}

export const nightsText = (nights: number, t: T): string => t('nights', { count: nights })

type Named = Pick<UnpricedCharge, 'code' | 'text'>

/** The name of a common tax or fee inside a sentence, in the reader's language; empty for others. */
export const commonCharge = ({ code = '', text = code }: Named, t: T): string =>
  t('commonCharge', { charge: optionOf(text.replaceAll(' ', '_')) })

/** The reader's words for a common tax or fee, else the provider's words, or its code as words. */
const ownName = ({ code, text }: Named, t: T): string | undefined =>
  capitalized(commonCharge({ code, text }, t)) || (text === undefined ? code && sentence(code) : readableText(text))

/** The name of a tax or fee. */
export const chargeName = (charge: Named & Pick<UnpricedCharge, 'kind'>, t: T): string =>
  ownName(charge, t) ?? t(charge.kind)

/** The label of a price part. */
export const partName = (part: PricePart, t: T): string =>
  capitalized(ownName(part, t) ?? '') || t(part.kind === 'rest' ? 'otherCharges' : part.kind)

/** `superior_room` as "Superior room". */
export const sentence = (code: string): string => capitalized(code.replaceAll('_', ' ').toLowerCase())

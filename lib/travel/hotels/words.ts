import type { HotelResult, UnpricedCharge } from '#runner/contract/capabilities/hotel-result.ts'
import { formatClock, formatDate } from '../format.ts'
import { readableCode, readableText } from '../readable-text.ts'
import type { FreeCancellation } from './cancellation.ts'
import { UNKNOWN } from './filters.ts'

const boardNames: Record<string, string> = {
  room_only: 'Room only',
  breakfast: 'Breakfast',
  half_board: 'Half board',
  full_board: 'Full board',
  all_inclusive: 'All inclusive',
  self_catering: 'Self catering',
  other: 'Other meals',
  [UNKNOWN]: 'Meals not specified',
}

/** The values of the meals filter. */
export const boardOptions: readonly string[] = Object.keys(boardNames)

export const boardName = (board: string): string => boardNames[board] ?? board

export function starsText(stars: number): string {
  return stars === 1 ? '1 star' : `${stars} stars`
}

/** "Breakfast included", or the hotel's other board; null if unknown. */
export function boardText({ board, board_name }: Pick<HotelResult, 'board' | 'board_name'>): string | null {
  if (board === undefined) return null
  if (board === 'breakfast') return 'Breakfast included'
  if (board === 'other' && board_name) return readableCode(board_name)
  return boardNames[board] ?? null
}

/** "Superior room, 2 double beds", as far as the provider gives it. */
export function roomText({ category, beds, bed_type, text }: HotelResult['room']): string {
  const name = category ? sentence(category) : null
  const type = bed_type ? bed_type.replaceAll('_', ' ').toLowerCase() : ''
  const bedText = beds
    ? `${beds} ${[type, beds === 1 ? 'bed' : 'beds'].filter(Boolean).join(' ')}`
    : type && `${type} bed`
  const parts = [name, bedText].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : text ? readableText(text) : 'Room'
}

type FreeUntil = Pick<FreeCancellation, 'date' | 'time'>

/** "Sat 6 Feb", with the time unless it is the end of the day. */
export const freeUntil = ({ date, time }: FreeUntil, locale: string): string =>
  time === null ? formatDate(date) : `${formatDate(date)}, ${formatClock(time, locale)}`

/** "Free cancellation until Sat 6 Feb". */
export const freeText = (free: FreeUntil, locale: string): string =>
  `Free cancellation until ${freeUntil(free, locale)}`

/** A row's text about cancellation that is not free. */
export function cancelText(cancellation: HotelResult['cancellation']): string {
  switch (cancellation?.kind) {
    case 'non_refundable':
      return 'No refund'
    case 'free':
    case 'charged':
      return 'Cancelling costs a fee'
    case 'unclear':
      return 'Cancellation terms in the details'
    case undefined:
      return 'Cancellation terms not given'
  }
}

export function nightsText(nights: number): string {
  return nights === 1 ? '1 night' : `${nights} nights`
}

export function roomsText(rooms: number): string {
  return rooms === 1 ? '1 room' : `${rooms} rooms`
}

/** The unit of a price per night: "a night", "a night for 2 rooms". */
export function nightText(rooms: number): string {
  return rooms === 1 ? 'a night' : `a night for ${roomsText(rooms)}`
}

const payments = {
  guarantee: 'Paid at the hotel, with a guarantee',
  deposit: 'Deposit before the stay',
  prepay: 'Paid in advance',
  hold: 'Paid at the hotel',
}

/**
 * Texts that may distinguish two offers of one hotel: payment, the provider's words for room and rate, and its codes.
 */
export function offerDifferences({ payment, room, rate, board_name }: HotelResult): string[] {
  const given = [
    payment?.kind && payments[payment.kind],
    board_name && sentence(board_name),
    rate?.category && sentence(rate.category),
    rate?.audience === 'negotiated' && 'For guests with a rate agreement',
    rate?.audience === 'conditional' && 'For guests who meet a condition',
    room.text && readableText(room.text),
    rate?.text && readableText(rate.text),
    room.code && `Room code ${room.code}`,
    rate?.code && `Rate code ${rate.code}`,
  ]
  return given.flatMap((text) => text || [])
}

/** The name of a tax or fee: the provider's words, or its code as words. */
export function chargeName({ kind, code, text }: Pick<UnpricedCharge, 'kind' | 'code' | 'text'>): string {
  if (text !== undefined) return readableText(text)
  return code === undefined ? { tax: 'Tax', fee: 'Fee' }[kind] : sentence(code)
}

/** `superior_room` as "Superior room". */
export function sentence(code: string): string {
  const text = code.replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { formatDate } from '../format.ts'
import { readableName } from '../readable-name.ts'
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
  [UNKNOWN]: 'Meals not said',
}

export const boardName = (board: string): string => boardNames[board] ?? board

export function starsText(stars: number): string {
  return stars === 1 ? '1 star' : `${stars} stars`
}

/** "Breakfast included", or what else the hotel's board is; null when nobody says. */
export function boardText({ board, board_name }: Pick<HotelResult, 'board' | 'board_name'>): string | null {
  if (board === undefined) return null
  if (board === 'breakfast') return 'Breakfast included'
  if (board === 'other' && board_name) return readableName(board_name.replaceAll('_', ' '))
  return boardNames[board] ?? null
}

/** "Superior room, 2 double beds", as far as the provider says. */
export function roomText({ category, beds, bed_type, text }: HotelResult['room']): string {
  const name = category ? sentence(category) : null
  const type = bed_type ? bed_type.replaceAll('_', ' ').toLowerCase() : ''
  const bedText = beds
    ? `${beds} ${[type, beds === 1 ? 'bed' : 'beds'].filter(Boolean).join(' ')}`
    : type && `${type} bed`
  const parts = [name, bedText].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : text ? readableName(text) : 'Room'
}

/** "Free cancellation until 6 Feb", with the time where it is not the end of the day. */
export function freeText({ date, time }: FreeCancellation): string {
  const day = formatDate(date)
  return time === null ? `Free cancellation until ${day}` : `Free cancellation until ${day}, ${time}`
}

/** What a row says of cancelling when it is not free. */
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

/** `superior_room` as "Superior room". */
export function sentence(code: string): string {
  const text = code.replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

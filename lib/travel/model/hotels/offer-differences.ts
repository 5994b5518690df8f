import type { Texts } from '#lib/platform/model/texts.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { isInCapitals, phrasesOf } from '../readable-text.ts'
import { boardText, roomText, sentence } from './words.ts'

/**
 * Texts that may distinguish two offers of one hotel, for `tellApart`. First payment, the provider's words for
 * board, rate and room, without words that room, board or another text already says. Last all words and the provider's codes.
 */
export function offerDifferences(hotel: HotelResult, t: Texts<'hotels'>): [first: string[], last: string[]] {
  const { payment, room, rate, board_name } = hotel
  const { category = '' } = rate ?? {}
  // The category of some rates is only a code: "pro".
  const isNamed = isInCapitals(category.toUpperCase())
  const given = [
    payment?.kind && t('paymentKind', { kind: payment.kind }),
    board_name && sentence(board_name),
    isNamed && sentence(category),
    ...[rate?.text, room.text].flatMap((text) => (text ? phrasesOf(text) : [])),
  ]
  const codes = [
    room.code && t('roomCode', { code: room.code }),
    rate?.code && t('rateCode', { code: rate.code }),
    category && !isNamed && t('rateCode', { code: category.toUpperCase() }),
  ]
  const words = [...new Set(given.flatMap((text) => text || []))]
  const shown = [roomText(room, t), boardText(hotel, t) ?? '']
  const isSaid = (text: string) =>
    [...shown, ...words.filter(({ length }) => length > text.length)].some((other) => contains(other, text))
  return [words.filter((text) => !isSaid(text)), [...words, ...codes.flatMap((text) => text || [])]]
}

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase())

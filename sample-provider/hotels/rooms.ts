import { z } from 'zod'
import planTable from '../data/hotel-plans.json' with { type: 'json' }
import roomTable from '../data/hotel-rooms.json' with { type: 'json' }
import { createDraw, shareOf } from '../draw.ts'
import type { Hotel } from './hotels.ts'

export interface Room {
  /** Category, number of beds and bed type in three characters; ROH when the hotel assigns any room. */
  code: string
  category: string
  beds: number
  bedType: string
  /** The number of people with a bed. */
  sleeps: number
  /** Relative to the hotel's standard room. */
  rateFactor: number
  text: string
}

/** Letter, category, rate, words, least and most stars, and the number of people with a bed (0: two or three). */
const roomRows = z
  .array(z.tuple([z.string(), z.string(), z.number(), z.string(), z.number(), z.number(), z.number()]))
  .parse(roomTable)
const bedTypes = ['DOUBLE', 'TWIN', 'QUEEN', 'KING']
const extras = [
  'free Wi-Fi',
  'non-smoking',
  'city view',
  'courtyard side',
  'air conditioning',
  'walk-in shower',
  'desk',
]
const MAX_ROOMS = 4

/** A hotel's rooms, always the same, the standard room first. */
export function roomsOf({ hotelId, stars, isAtShore }: Hotel): Room[] {
  const draw = createDraw('rooms', hotelId)
  const fitting = roomRows.filter(([, , , , from, to]) => stars >= from && stars <= to)
  const chosen = fitting.filter((_, at) => at === 0 || draw.next() < 0.45).slice(0, MAX_ROOMS)
  return chosen.map(([letter, category, rateFactor, words, , , most]) => {
    const bedType = draw.pick(bedTypes)
    const sleeps = most || (draw.next() < 0.3 ? 3 : 2)
    const beds = Math.max(bedType === 'TWIN' ? 2 : 1, Math.ceil(sleeps / 2))
    const squareMetres = Math.round((11 + stars * 4) * Math.sqrt(rateFactor) * draw.between(0.9, 1.15))
    const hasSeaView = isAtShore && draw.next() < 0.6
    const view = hasSeaView ? 'sea view' : draw.pick(extras)
    return {
      code: draw.next() < 0.05 ? 'ROH' : `${letter}${beds}${bedType.charAt(0)}`,
      category,
      beds,
      bedType,
      sleeps,
      rateFactor: rateFactor * (hasSeaView ? 1.12 : 1),
      text: `${words}, ${beds} ${bedType.toLowerCase()} bed${beds === 1 ? '' : 's'}, ${squareMetres} sqm, ${view}`,
    }
  })
}

export interface Plan {
  /** Unique among the plans. */
  rateCode: string
  family: { code: string; type: string } | undefined
  board: string
  /** Relative to the room's flexible rate. */
  rateFactor: number
  /** The price of the meals per person and night, relative to the hotel's standard rate for two. */
  mealShare: number
  /** Whether the plan is non-refundable. */
  isPrepaid: boolean
  text: string
}

interface Offered {
  hotel: Hotel
  nights: number
  daysAhead: number
}

/** Which hotels may sell a plan, and for which stays. Only beach hotels of merchants sell full board and all-inclusive. */
const may = {
  any: () => true,
  early: ({ daysAhead }) => daysAhead >= 30,
  week: ({ nights }) => nights >= 6,
  chain: ({ hotel }) => hotel.isOfChain,
  merchant: ({ hotel }) => hotel.isResold,
  resort: ({ hotel }) => hotel.isResold && hotel.town.isBeach,
} as const satisfies Record<string, (offered: Offered) => boolean>

/** Code, family, board, rate, meals, whether prepaid, the share of hotels that sell it, which may, and the words. */
const planRows = z
  .array(
    z.tuple([
      ...[z.string(), z.string(), z.string(), z.number(), z.number(), z.boolean(), z.number()],
      ...[z.enum(['any', 'early', 'week', 'chain', 'merchant', 'resort']), z.string()],
    ] as const),
  )
  .parse(planTable)

/** The rate plans that a hotel sells for a stay. */
export function plansOf(offered: Offered): Plan[] {
  const { hotelId } = offered.hotel
  return planRows
    .filter(([code, , , , , , share, who]) => shareOf('plan', hotelId, code) < share && may[who](offered))
    .map(([rateCode, family, board, rateFactor, mealShare, isPrepaid, , , text]) => {
      const [code, type] = family.split(' ')
      const said = code !== undefined && type !== undefined ? { code, type } : undefined
      return { rateCode, family: said, board, rateFactor, mealShare, isPrepaid, text }
    })
}

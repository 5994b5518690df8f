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

type RoomRow = readonly [
  letter: string,
  category: string,
  rateFactor: number,
  words: string,
  fromStars: number,
  toStars: number,
  sleeps?: number,
]

const roomRows: readonly RoomRow[] = [
  ['C', 'STANDARD_ROOM', 1, 'Standard room', 1, 5],
  ['B', 'SUPERIOR_ROOM', 1.15, 'Superior room', 3, 5],
  ['A', 'DELUXE_ROOM', 1.36, 'Deluxe room', 4, 5],
  ['F', 'FAMILY_ROOM', 1.45, 'Family room', 1, 4, 4],
  ['N', 'APARTMENT', 1.95, 'Apartment with kitchen', 2, 5, 6],
  ['J', 'JUNIOR_SUITE', 1.8, 'Junior suite', 4, 5, 3],
  ['S', 'SUITE', 2.5, 'Suite with separate living room', 4, 5, 4],
  ['V', 'APARTMENT', 3.2, 'House with three bedrooms', 3, 5, 9],
]
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
    const sleeps = most ?? (draw.next() < 0.3 ? 3 : 2)
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

type PlanRow = readonly [
  rateCode: string,
  family: string,
  board: string,
  rateFactor: number,
  mealShare: number,
  isPrepaid: boolean,
  /** The share of the hotels that sell it, among those that may. */
  share: number,
  text: string,
  maySell?: (offered: Offered) => boolean,
]

/** Only beach hotels of merchants sell full board and all-inclusive plans. */
const isResort = ({ hotel }: Offered) => hotel.isResold && hotel.town.isBeach
const planRows: readonly PlanRow[] = [
  ['BAR', 'BAR P', 'ROOM_ONLY', 1, 0, false, 1, 'BEST AVAILABLE RATE'],
  ['PRO', 'PRO P', 'ROOM_ONLY', 0.88, 0, true, 0.65, 'NON-REFUNDABLE, PAY NOW AND SAVE'],
  ['BNB', 'BAR P', 'BREAKFAST', 1, 0.09, false, 0.7, 'BEST UNRESTRICTED RATE, BREAKFAST INCLUDED'],
  [
    ...(['SPC', '', 'CONTINENTAL_BREAKFAST', 0.84, 0.06, true, 0.35] as const),
    'EARLY BOOKER WITH CONTINENTAL BREAKFAST, NON-REFUNDABLE',
    ({ daysAhead }) => daysAhead >= 30,
  ],
  [
    ...(['SNR', 'SRS C', 'ROOM_ONLY', 0.93, 0, false, 0.15] as const),
    'SENIOR DISCOUNT, 62 YEARS AND OLDER, VALID ID REQUIRED',
    ({ hotel }) => hotel.isOfChain,
  ],
  ['PKG', '', 'HALF_BOARD', 0.97, 0.22, false, 0.3, 'ROOM WITH BREAKFAST AND DINNER', ({ hotel }) => hotel.isResold],
  ['FUL', '', 'FULL_BOARD', 0.97, 0.32, true, 0.25, 'ALL MEALS, NON-REFUNDABLE', isResort],
  ['AIL', '', 'ALL_INCLUSIVE', 0.98, 0.45, false, 0.45, 'ALL INCLUSIVE: MEALS, SNACKS AND LOCAL DRINKS', isResort],
  [
    ...(['WKL', 'LOS P', 'BUFFET_BREAKFAST', 0.9, 0.08, false, 0.4] as const),
    'WEEKLY RATE WITH BUFFET BREAKFAST',
    ({ nights }) => nights >= 6,
  ],
]

/** The rate plans that a hotel sells for a stay. */
export function plansOf(offered: Offered): Plan[] {
  const { hotelId } = offered.hotel
  return planRows
    .filter(([code, , , , , , share, , maySell]) => {
      return shareOf('plan', hotelId, code) < share && (maySell === undefined || maySell(offered))
    })
    .map(([rateCode, family, board, rateFactor, mealShare, isPrepaid, , text]) => {
      const [code, type] = family.split(' ')
      const said = code !== undefined && type !== undefined ? { code, type } : undefined
      return { rateCode, family: said, board, rateFactor, mealShare, isPrepaid, text }
    })
}

import { createDraw } from '../../flights/market/draw.ts'
import type { Hotel } from '../inventory/generate-hotels.ts'

type RoomCategory =
  | 'STANDARD_ROOM'
  | 'SUPERIOR_ROOM'
  | 'DELUXE_ROOM'
  | 'FAMILY_ROOM'
  | 'JUNIOR_SUITE'
  | 'SUITE'
  | 'APARTMENT'
type BedType = 'SINGLE' | 'DOUBLE' | 'TWIN' | 'QUEEN' | 'KING'

export interface Room {
  /** Category, number of beds and bed type in three characters; ROH when the hotel assigns any room. */
  code: string
  category: RoomCategory
  beds: number
  bedType: BedType
  /** The number of people with a bed. */
  sleeps: number
  /** Relative to the hotel's standard room. */
  rateFactor: number
  text: string
}

type Row = readonly [
  letter: string,
  category: RoomCategory,
  rateFactor: number,
  words: string,
  fromStars: number,
  toStars: number,
  sleeps?: number,
]

const rows: readonly Row[] = [
  ['C', 'STANDARD_ROOM', 1, 'Standard room', 1, 5],
  ['B', 'SUPERIOR_ROOM', 1.15, 'Superior room', 3, 5],
  ['A', 'DELUXE_ROOM', 1.36, 'Deluxe room', 4, 5],
  ['F', 'FAMILY_ROOM', 1.45, 'Family room', 1, 4, 4],
  ['N', 'APARTMENT', 1.95, 'Apartment with kitchen', 2, 5, 6],
  ['J', 'JUNIOR_SUITE', 1.8, 'Junior suite', 4, 5, 3],
  ['S', 'SUITE', 2.5, 'Suite with separate living room', 4, 5, 4],
  ['V', 'APARTMENT', 3.2, 'House with three bedrooms', 3, 5, 9],
]

const kinds = rows.map(([letter, category, rateFactor, words, fromStars, toStars, sleeps]) => {
  return { letter, category, rateFactor, words, fromStars, toStars, sleeps }
})

const bedCodes: Readonly<Record<BedType, string>> = { SINGLE: 'S', DOUBLE: 'D', TWIN: 'T', QUEEN: 'Q', KING: 'K' }
const extras = [
  'free Wi-Fi',
  'non-smoking',
  'city view',
  'courtyard side',
  'air conditioning',
  'walk-in shower',
  'desk',
  'safe',
]
const MAX_ROOMS = 4

/** A hotel's rooms, always the same, the standard room first. */
export function roomsOf({ hotelId, stars, spot }: Pick<Hotel, 'hotelId' | 'stars' | 'spot'>): Room[] {
  const draw = createDraw('rooms', hotelId)
  const [standard, ...others] = kinds.filter(({ fromStars, toStars }) => stars >= fromStars && stars <= toStars)
  const chosen = others.filter(() => draw.next() < 0.45).slice(0, MAX_ROOMS - 1)
  return [...(standard === undefined ? [] : [standard]), ...chosen].map((kind) => {
    const bedType = draw.pick<BedType>(
      stars >= 4 ? ['KING', 'QUEEN', 'TWIN', 'DOUBLE'] : ['DOUBLE', 'TWIN', 'QUEEN', 'DOUBLE'],
    )
    const sleeps = kind.sleeps ?? (draw.next() < 0.3 ? 3 : 2)
    const beds = Math.max(bedType === 'TWIN' ? 2 : 1, Math.ceil(sleeps / 2))
    const squareMetres = Math.round(
      (11 + stars * 4) * Math.sqrt(kind.rateFactor) * draw.between(0.9, 1.15) * (sleeps > 4 ? 1.8 : 1),
    )
    const view = spot === 'shore' && draw.next() < 0.6 ? 'sea view' : draw.pick(extras)
    return {
      code: draw.next() < 0.05 ? 'ROH' : `${kind.letter}${beds}${bedCodes[bedType]}`,
      category: kind.category,
      beds,
      bedType,
      sleeps,
      rateFactor: kind.rateFactor * (view === 'sea view' ? 1.12 : 1),
      text: `${kind.words}, ${beds} ${bedType.toLowerCase()} bed${beds === 1 ? '' : 's'}, ${squareMetres} sqm, ${view}`,
    }
  })
}

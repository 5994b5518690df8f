import { shareOf } from '../../flights/market/draw.ts'
import type { Hotel } from '../inventory/generate-hotels.ts'

export type Board =
  | 'ROOM_ONLY'
  | 'BREAKFAST'
  | 'BUFFET_BREAKFAST'
  | 'CONTINENTAL_BREAKFAST'
  | 'HALF_BOARD'
  | 'FULL_BOARD'
  | 'ALL_INCLUSIVE'

export interface Plan {
  /** Unique among the plans. */
  rateCode: string
  family: { code: string; type: 'P' | 'N' | 'C' } | undefined
  board: Board
  /** Relative to the room's flexible rate. */
  rateFactor: number
  /** The price of the meals per person and night, relative to the hotel's standard rate for two. */
  mealShare: number
  /** Whether the plan is non-refundable. */
  isPrepaid: boolean
  text: string
}

interface Conditions {
  nights: number
  daysAhead: number
}

interface Offered extends Plan {
  isOffered: (hotel: Hotel, conditions: Conditions) => boolean
}

const bar = { code: 'BAR', type: 'P' } as const
const has = (hotel: Hotel, plan: string, share: number) => shareOf('plan', hotel.hotelId, plan) < share
/** Whether the hotel may sell full board and all-inclusive plans. Only beach hotels of merchants may. */
const isResort = ({ source, settlement }: Hotel) => source === 'BEDBANK' && settlement.kind === 'beach'

const plans: readonly Offered[] = [
  {
    rateCode: 'BAR',
    family: bar,
    board: 'ROOM_ONLY',
    rateFactor: 1,
    mealShare: 0,
    isPrepaid: false,
    text: 'BEST AVAILABLE RATE',
    isOffered: () => true,
  },
  {
    rateCode: 'PRO',
    family: { code: 'PRO', type: 'P' },
    board: 'ROOM_ONLY',
    rateFactor: 0.88,
    mealShare: 0,
    isPrepaid: true,
    text: 'NON-REFUNDABLE, PAY NOW AND SAVE',
    isOffered: (hotel) => has(hotel, 'PRO', 0.65),
  },
  {
    rateCode: 'BNB',
    family: bar,
    board: 'BREAKFAST',
    rateFactor: 1,
    mealShare: 0.09,
    isPrepaid: false,
    text: 'BEST UNRESTRICTED RATE, BREAKFAST INCLUDED',
    isOffered: (hotel) => has(hotel, 'BNB', 0.7),
  },
  {
    rateCode: 'SPC',
    family: undefined,
    board: 'CONTINENTAL_BREAKFAST',
    rateFactor: 0.84,
    mealShare: 0.06,
    isPrepaid: true,
    text: 'EARLY BOOKER WITH CONTINENTAL BREAKFAST, NON-REFUNDABLE',
    isOffered: (hotel, { daysAhead }) => daysAhead >= 30 && has(hotel, 'SPC', 0.35),
  },
  {
    rateCode: 'SNR',
    family: { code: 'SRS', type: 'C' },
    board: 'ROOM_ONLY',
    rateFactor: 0.93,
    mealShare: 0,
    isPrepaid: false,
    text: 'SENIOR DISCOUNT, 62 YEARS AND OLDER, VALID ID REQUIRED',
    isOffered: (hotel) => hotel.chain !== undefined && has(hotel, 'SNR', 0.15),
  },
  {
    rateCode: 'PKG',
    family: undefined,
    board: 'HALF_BOARD',
    rateFactor: 0.97,
    mealShare: 0.22,
    isPrepaid: false,
    text: 'ROOM WITH BREAKFAST AND DINNER',
    isOffered: (hotel) => hotel.source === 'BEDBANK' && has(hotel, 'PKG', isResort(hotel) ? 0.5 : 0.12),
  },
  {
    rateCode: 'FUL',
    family: undefined,
    board: 'FULL_BOARD',
    rateFactor: 0.97,
    mealShare: 0.32,
    isPrepaid: true,
    text: 'ALL MEALS, NON-REFUNDABLE',
    isOffered: (hotel) => isResort(hotel) && has(hotel, 'FUL', 0.25),
  },
  {
    rateCode: 'AIL',
    family: undefined,
    board: 'ALL_INCLUSIVE',
    rateFactor: 0.98,
    mealShare: 0.45,
    isPrepaid: false,
    text: 'ALL INCLUSIVE: MEALS, SNACKS AND LOCAL DRINKS',
    isOffered: (hotel) => isResort(hotel) && hotel.stars >= 3 && has(hotel, 'AIL', 0.45),
  },
  {
    rateCode: 'WKL',
    family: { code: 'LOS', type: 'P' },
    board: 'BUFFET_BREAKFAST',
    rateFactor: 0.9,
    mealShare: 0.08,
    isPrepaid: false,
    text: 'WEEKLY RATE WITH BUFFET BREAKFAST',
    isOffered: (hotel, { nights }) => nights >= 6 && has(hotel, 'WKL', 0.4),
  },
]

/** The rate plans that a hotel sells for a stay. */
export function plansOf(hotel: Hotel, conditions: Conditions): Plan[] {
  return plans.filter(({ isOffered }) => isOffered(hotel, conditions))
}

import { shareOf } from '../../flights/market/draw.ts'
import type { Hotel } from './generate-hotels.ts'

/** The share of hotels with an amenity, for one star and for five; others lie between. */
const shares = {
  WIFI: [0.9, 1],
  SWIMMING_POOL: [0, 0.85],
  PARKING: [0.35, 0.8],
  AIR_CONDITIONING: [0.3, 1],
  FITNESS_CENTER: [0, 0.95],
  SPA: [0, 0.8],
  RESTAURANT: [0.1, 1],
  BAR: [0.1, 0.95],
  PETS_ALLOWED: [0.3, 0.25],
  DISABLED_FACILITIES: [0.2, 0.9],
} as const

/** A hotel's amenities, in the provider's codes. */
export const amenitiesOf = ({ dupeId, stars }: Pick<Hotel, 'dupeId' | 'stars'>): string[] =>
  Object.entries(shares).flatMap(([code, [low, high]]) =>
    shareOf(code, String(dupeId)) < low + ((high - low) * (stars - 1)) / 4 ? [code] : [],
  )

import { shareOf } from '../../flights/market/draw.ts'
import type { Hotel } from './generate-hotels.ts'

/** As documented, with the three literal values that are no identifiers. */
export const amenities = [
  'SWIMMING_POOL',
  'SPA',
  'FITNESS_CENTER',
  'AIR_CONDITIONING',
  'RESTAURANT',
  'PARKING',
  'PETS_ALLOWED',
  'AIRPORT_SHUTTLE',
  'BUSINESS_CENTER',
  'DISABLED_FACILITIES',
  'WIFI',
  'MEETING_ROOMS',
  'NO_KID_ALLOWED',
  'TENNIS',
  'GOLF',
  'KITCHEN',
  'ANIMAL_WATCHING',
  'BABY-SITTING',
  'BEACH',
  'CASINO',
  'JACUZZI',
  'SAUNA',
  'SOLARIUM',
  'MASSAGE',
  'VALET_PARKING',
  'BAR or LOUNGE',
  'KIDS_WELCOME',
  'NO_PORN_FILMS',
  'MINIBAR',
  'TELEVISION',
  'WI-FI_IN_ROOM',
  'ROOM_SERVICE',
  'GUARDED_PARKG',
  'SERV_SPEC_MENU',
] as const
export type Amenity = (typeof amenities)[number]

/** How many hotels of one star and of five have it; those between lie between. Others are rare. */
const shares: Partial<Record<Amenity, readonly [oneStar: number, fiveStars: number]>> = {
  SWIMMING_POOL: [0.02, 0.85],
  SPA: [0, 0.85],
  FITNESS_CENTER: [0.02, 0.95],
  AIR_CONDITIONING: [0.3, 1],
  RESTAURANT: [0.15, 1],
  PARKING: [0.4, 0.8],
  PETS_ALLOWED: [0.3, 0.35],
  AIRPORT_SHUTTLE: [0.05, 0.4],
  BUSINESS_CENTER: [0.02, 0.8],
  DISABLED_FACILITIES: [0.2, 0.9],
  WIFI: [0.85, 1],
  MEETING_ROOMS: [0.02, 0.85],
  TELEVISION: [0.7, 1],
  'WI-FI_IN_ROOM': [0.6, 1],
  'BAR or LOUNGE': [0.15, 1],
  ROOM_SERVICE: [0.02, 0.95],
  MINIBAR: [0.02, 0.9],
  KIDS_WELCOME: [0.5, 0.6],
  VALET_PARKING: [0, 0.6],
  SAUNA: [0.02, 0.6],
  MASSAGE: [0, 0.7],
  JACUZZI: [0, 0.4],
}
const RARE = [0.01, 0.06] as const
const ON_SHORE: Partial<Record<Amenity, number>> = { BEACH: 0.85, SWIMMING_POOL: 0.4, SOLARIUM: 0.3 }

/** True when the hotel has it; the same hotel always has the same. */
export function hasAmenity(hotel: Pick<Hotel, 'hotelId' | 'stars' | 'spot'>, amenity: Amenity): boolean {
  const [one, five] = amenity === 'BEACH' ? [0, 0] : (shares[amenity] ?? RARE)
  const share = one + ((five - one) * (hotel.stars - 1)) / 4 + (hotel.spot === 'shore' ? (ON_SHORE[amenity] ?? 0) : 0)
  return shareOf('amenity', hotel.hotelId, amenity) < share
}

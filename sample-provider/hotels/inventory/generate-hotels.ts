import { kmBetween, type Position } from '#lib/travel/model/distance.ts'
import { createDraw, type Draw, hash32 } from '../../flights/market/draw.ts'
import type { Coast } from '../geography/coast.ts'
import type { Settlement } from '../geography/settlements.ts'
import { createSite, type Spot } from '../geography/site.ts'
import { type Chain, chains, consortiumCodes, merchantCodes } from './chains.ts'
import { type Country, countryOf } from './countries.ts'
import { createNamer } from './names.ts'

export interface Hotel {
  /** The chain code, the city code and three more characters. */
  hotelId: string
  chainCode: string
  /** The same for all entries of a hotel that several sellers list. */
  dupeId: number
  name: string
  settlement: Settlement
  position: Position
  kmFromCentre: number
  spot: Spot
  stars: 1 | 2 | 3 | 4 | 5
  source: 'BEDBANK' | 'DIRECTCHAIN'
  chain: Chain | undefined
  country: Country
  /** Relative to other hotels with as many stars; about 1. */
  quality: number
}

const FEWEST = 2
const MOST = 1600
const CHAIN_SHARE = 0.42
const CONSORTIUM_SHARE = 0.5
const RESOLD_SHARE = 0.05
const SERIALS = 36 ** 3
/** Odd and without the factor 3, so its multiples pass through all serials. */
const SERIAL_STEP = 17_929
const LOWEST_DUPE_ID = 700_000_000

/** All hotels of a town, always the same. Empty if the map has no land there. */
export function generateHotels(settlement: Settlement, coast: Coast): Hotel[] {
  const site = createSite(settlement, coast)
  if (site === undefined) return []
  const country = countryOf(settlement.countryCode)
  const nameOne = createNamer(country.tongue, settlement.name)
  const local = chains.filter(({ reach }) => reach === 'world' || reach === country.region)
  const hotels: Hotel[] = []
  let serial = hash32('serial', settlement.code) % SERIALS
  const nextId = (chainCode: string) => {
    serial = (serial + SERIAL_STEP) % SERIALS
    return `${chainCode}${settlement.code}${serial.toString(36).toUpperCase().padStart(3, '0')}`
  }

  const wanted = countHotels(settlement, country)
  for (let at = 0; at < wanted; at++) {
    const draw = createDraw('hotel', settlement.code, at)
    const stars = drawStars(draw, settlement)
    const matching = local.filter(({ stars: [low, high] }) => stars >= low && stars <= high)
    const chain = matching.length > 0 && draw.next() < CHAIN_SHARE ? draw.pick(matching) : undefined
    const isDirect = chain !== undefined || draw.next() < CONSORTIUM_SHARE
    const chainCode = chain?.code ?? draw.pick(isDirect ? consortiumCodes : merchantCodes)
    const { position, spot } = site.place(draw)
    const hotel: Hotel = {
      hotelId: nextId(chainCode),
      chainCode,
      dupeId: firstDupeId(settlement.code) + at,
      name: nameOne({ chain, stars, spot }, draw),
      settlement,
      position,
      kmFromCentre: kmBetween(site.centre, position),
      spot,
      stars,
      source: isDirect ? 'DIRECTCHAIN' : 'BEDBANK',
      chain,
      country,
      quality: (0.86 + 0.28 * draw.next()) * (chain?.rateFactor ?? 1),
    }
    hotels.push(hotel)
    if (isDirect && draw.next() < RESOLD_SHARE) {
      const merchant = draw.pick(merchantCodes)
      hotels.push({
        ...hotel,
        hotelId: nextId(merchant),
        chainCode: merchant,
        source: 'BEDBANK',
        quality: hotel.quality * draw.between(0.95, 1.06),
      })
    }
  }
  return hotels
}

/** Each town has its own range of numbers, larger than its number of hotels. */
function firstDupeId(code: string): number {
  return LOWEST_DUPE_ID + Number.parseInt(code, 36) * MOST
}

function countHotels({ population, travelFactor }: Settlement, { priceLevel }: Country): number {
  const usual = 2.1 * (population / 1000) ** 0.66 * Math.sqrt(priceLevel)
  return Math.min(MOST, Math.max(FEWEST, Math.round(usual * travelFactor)))
}

const starShares = {
  city: [0.05, 0.17, 0.4, 0.29, 0.09],
  beach: [0.02, 0.1, 0.33, 0.38, 0.17],
  village: [0.12, 0.33, 0.43, 0.12, 0],
} as const

function drawStars(draw: Draw, { kind, population, travelFactor }: Settlement): Hotel['stars'] {
  const shares = starShares[travelFactor === 1 && population < 30_000 ? 'village' : kind]
  let lot = draw.next()
  for (const stars of [1, 2, 3, 4, 5] as const) {
    lot -= shares[stars - 1] ?? 0
    if (lot < 0) return stars
  }
  return 3
}

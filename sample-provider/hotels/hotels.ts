import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { kmBetween, type Position } from '#lib/travel/model/distance.ts'
import { fold } from '#lib/travel/server/places/normalize.ts'
import chainRows from '../data/hotel-chains.json' with { type: 'json' }
import countryRows from '../data/hotel-countries.json' with { type: 'json' }
import nameWords from '../data/hotel-names.json' with { type: 'json' }
import { createDraw, type Draw, hash32 } from '../draw.ts'
import type { IsLand } from './land.ts'
import type { Town, Towns } from './towns.ts'

export interface Hotel {
  /** The chain code, the city code and three more characters. */
  hotelId: string
  chainCode: string
  /** The same for all entries of a hotel that several sellers list. */
  dupeId: number
  name: string
  town: Town
  position: Position
  kmFromCentre: number
  isAtShore: boolean
  stars: 1 | 2 | 3 | 4 | 5
  /** Whether a merchant sells it, and not the hotel itself through the distribution systems. */
  isResold: boolean
  isOfChain: boolean
  country: Country
  /** Relative to other hotels with as many stars; about 1. */
  quality: number
}

/** Common properties of a country's hotels: simplified, with defaults for countries that are not listed. */
interface Country {
  /** ISO 4217 code of the hotels' currency. */
  currency: string
  /** Relative to rates in western Europe. */
  priceLevel: number
  /** The region of chains. */
  region: string
}

const elsewhere: Country = { currency: 'USD', priceLevel: 0.7, region: 'mideast' }
const countries: ReadonlyMap<string, Country> = new Map(
  z
    .array(z.tuple([z.string(), z.string(), z.number(), z.string()]))
    .parse(countryRows)
    .flatMap(([codes, currency, priceLevel, region]) =>
      codes.split(' ').map((code) => [code, { currency, priceLevel, region }] as const),
    ),
)

/** All names are invented; no code belongs to a real chain that we know of. `rateFactor`: relative to other hotels. */
const chains = z
  .array(
    z.object({
      code: z.string(),
      name: z.string(),
      stars: z.tuple([z.number(), z.number()]),
      region: z.string(),
      rateFactor: z.number(),
    }),
  )
  .parse(chainRows)
/** The codes of independent hotels in the distribution systems, and of the merchants that sell hotels. */
const consortiumCodes = ['YA', 'YH', 'YS']
const merchantCodes = ['ZB', 'ZD', 'ZK', 'ZT']

const [FEWEST, MOST] = [2, 1600]
const CHAIN_SHARE = 0.42
const CONSORTIUM_SHARE = 0.5
const RESOLD_SHARE = 0.05
const SERIALS = 36 ** 3
/** Odd and without the factor 3, so its multiples pass through all serials. */
const SERIAL_STEP = 17_929
const LOWEST_DUPE_ID = 700_000_000

/** All hotels of a town, always the same. Empty if the map has no land there. */
function hotelsOf(town: Town, isLand: IsLand): Hotel[] {
  const centre = nearestLand(town.centre, isLand)
  if (centre === undefined) return []
  const country = countries.get(town.countryCode) ?? elsewhere
  const local = chains.filter(({ region }) => region === 'world' || region === country.region)
  const nameOne = createNamer(fold(town.name))
  const hotels: Hotel[] = []
  let serial = hash32('serial', town.code) % SERIALS
  const nextId = (chainCode: string) => {
    serial = (serial + SERIAL_STEP) % SERIALS
    return `${chainCode}${town.code}${serial.toString(36).toUpperCase().padStart(3, '0')}`
  }
  const usual = 2.1 * (town.population / 1000) ** 0.66 * Math.sqrt(country.priceLevel) * town.factor
  const wanted = Math.min(MOST, Math.max(FEWEST, Math.round(usual)))
  for (let at = 0; at < wanted; at++) {
    const draw = createDraw('hotel', town.code, at)
    const stars = drawStars(draw, town)
    const matching = local.filter(({ stars: [low, high] }) => stars >= low && stars <= high)
    const chain = matching.length > 0 && draw.next() < CHAIN_SHARE ? draw.pick(matching) : undefined
    const isDirect = chain !== undefined || draw.next() < CONSORTIUM_SHARE
    const chainCode = chain?.code ?? draw.pick(isDirect ? consortiumCodes : merchantCodes)
    const { position, isAtShore } = placeOne(town, centre, draw, isLand)
    const hotel: Hotel = {
      hotelId: nextId(chainCode),
      chainCode,
      // Each town has its own range of numbers, larger than its number of hotels.
      dupeId: LOWEST_DUPE_ID + Number.parseInt(town.code, 36) * MOST + at,
      name: nameOne(chain?.name, isAtShore, draw),
      town,
      position,
      kmFromCentre: kmBetween(centre, position),
      isAtShore,
      stars,
      isResold: !isDirect,
      isOfChain: chain !== undefined,
      country,
      quality: (0.86 + 0.28 * draw.next()) * (chain?.rateFactor ?? 1),
    }
    hotels.push(hotel)
    if (!isDirect || draw.next() >= RESOLD_SHARE) continue
    const merchant = draw.pick(merchantCodes)
    const quality = hotel.quality * draw.between(0.95, 1.06)
    hotels.push({ ...hotel, hotelId: nextId(merchant), chainCode: merchant, isResold: true, quality })
  }
  return hotels
}

const starShares = {
  city: [0.05, 0.17, 0.4, 0.29, 0.09],
  beach: [0.02, 0.1, 0.33, 0.38, 0.17],
  village: [0.12, 0.33, 0.43, 0.12, 0],
} as const

function drawStars(draw: Draw, { isBeach, population, factor }: Town): Hotel['stars'] {
  const shares = starShares[factor === 1 && population < 30_000 ? 'village' : isBeach ? 'beach' : 'city']
  let lot = draw.next()
  for (const stars of [1, 2, 3, 4, 5] as const) {
    lot -= shares[stars - 1] ?? 0
    if (lot < 0) return stars
  }
  return 3
}

const [kinds = [], names = [], parts = []] = [nameWords.kinds, nameWords.names, nameWords.parts].map((text) =>
  text.split(', '),
)

/** Gives each hotel of a town a unique name. */
function createNamer(town: string) {
  const used = new Set<string>()
  return (chain: string | undefined, isAtShore: boolean, draw: Draw): string => {
    const first = chain === undefined ? draw.pick(kinds).replace('#', draw.pick(names)) : `${chain} ${town}`
    const second = `${first} ${isAtShore ? 'Beach' : draw.pick(parts)}`
    let name = used.has(first) ? second : first
    for (let count = 2; used.has(name); count++) name = `${second} ${count}`
    used.add(name)
    return name
  }
}

const FARTHEST_LAND_KM = 12
const TRIES = 16
/** A hotel with water this far away stands at the shore. */
const SHORE_KM = 0.7
const FARTHEST_AIRPORT_KM = 35
const AIRPORT_SHARE = 0.04

/** A place on land in a town, or near one of its airports; in a town at a beach, mostly at the shore. */
function placeOne({ isBeach, population, airports }: Town, centre: Position, draw: Draw, isLand: IsLand) {
  const radiusKm = 0.9 + 0.36 * Math.sqrt(population / 10_000) + (isBeach ? 4 : 0)
  const near = airports.filter((airport) => kmBetween(airport, centre) <= FARTHEST_AIRPORT_KM)
  const airport = near.length > 0 && draw.next() < AIRPORT_SHARE ? draw.pick(near) : undefined
  let inland: Position | undefined
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const km = airport === undefined ? 0.05 + radiusKm * draw.next() ** 1.7 : draw.between(0.6, 3)
    const position = around(airport ?? centre, draw.next(), km)
    if (!isLand(position)) continue
    if (!isBeach || airport) return { position, isAtShore: false }
    if ([0, 0.25, 0.5, 0.75].some((turn) => !isLand(around(position, turn, SHORE_KM)))) {
      return { position, isAtShore: true }
    }
    inland ??= position
  }
  return { position: inland ?? centre, isAtShore: false }
}

function nearestLand(centre: Position, isLand: IsLand): Position | undefined {
  if (isLand(centre)) return centre
  for (let km = 0.3; km <= FARTHEST_LAND_KM; km += 0.3) {
    for (let step = 0; step < 24; step++) {
      const position = around(centre, step / 24, km)
      if (isLand(position)) return position
    }
  }
  return undefined
}

const KM_PER_DEGREE = (6371 * Math.PI) / 180

/** The position this far away, to five decimals (a metre). `turn`: the direction, from 0 to 1. */
function around({ lat, lon }: Position, turn: number, km: number): Position {
  const [north, east] = [Math.cos(turn * 2 * Math.PI) * km, Math.sin(turn * 2 * Math.PI) * km]
  const degreesEast = east / (KM_PER_DEGREE * Math.max(0.05, Math.cos((lat * Math.PI) / 180)))
  const five = (degrees: number) => Math.round(degrees * 1e5) / 1e5
  return { lat: five(lat + north / KM_PER_DEGREE), lon: five(((lon + degreesEast + 540) % 360) - 180) }
}

/** The greatest distance between a hotel and its town's centre. */
const FARTHEST_KM = 40
/** The number of cached hotels; others are generated again on request. */
const MAX_REMEMBERED = 30_000

/** Knows every hotel of the sample world, and generates a town's hotels on request. */
export function createInventory(towns: Towns, isLand: IsLand, airportAt: (code: string) => Position | undefined) {
  const byTown = new LRUCache<string, ReadonlyMap<string, Hotel>, Town>({
    maxSize: MAX_REMEMBERED,
    sizeCalculation: ({ size }) => Math.max(1, size),
    memoMethod: (_code, _stale, { context }) =>
      new Map(hotelsOf(context, isLand).map((hotel) => [hotel.hotelId, hotel])),
  })
  const inTown = (town: Town) => byTown.memo(town.code, { context: town })
  return {
    /** The centre of a search for a city or airport code. */
    centreOf(code: string) {
      const town = towns.byCode(code)
      return town?.code === code ? town.centre : airportAt(code)
    },
    /** Hotels within `km` of a position, the nearest first. */
    around(position: Position, km: number) {
      return towns
        .near(position, km + FARTHEST_KM)
        .flatMap((town) => [...inTown(town).values()])
        .map((hotel) => ({ hotel, km: kmBetween(position, hotel.position) }))
        .filter((found) => found.km <= km)
        .sort((a, b) => a.km - b.km || (a.hotel.hotelId < b.hotel.hotelId ? -1 : 1))
    },
    byId(hotelId: string) {
      const town = towns.byCode(hotelId.slice(2, 5))
      return town && inTown(town).get(hotelId)
    },
  }
}

export type Inventory = ReturnType<typeof createInventory>

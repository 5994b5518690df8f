import { LRUCache } from 'lru-cache'
import { kmBetween, type Position } from '#lib/travel/model/distance.ts'
import type { Coast } from '../geography/coast.ts'
import type { Settlement, Settlements } from '../geography/settlements.ts'
import { generateHotels, type Hotel } from './generate-hotels.ts'

interface Town {
  hotels: readonly Hotel[]
  byId: ReadonlyMap<string, Hotel>
}

/** The greatest distance between a hotel and its town's centre: hotels at a distant airport. */
const FARTHEST_KM = 40
/** The number of cached hotels; others are generated again on request. */
const MAX_REMEMBERED = 30_000

/** Knows every hotel of the sample world, and generates a town's hotels on request. */
export function createInventory(
  settlements: Settlements,
  coast: Coast,
  airportAt: (code: string) => Position | undefined,
) {
  const towns = new LRUCache<string, Town, Settlement>({
    maxSize: MAX_REMEMBERED,
    sizeCalculation: ({ hotels }) => Math.max(1, hotels.length),
    memoMethod(_code, _stale, { context: settlement }) {
      const hotels = generateHotels(settlement, coast)
      return { hotels, byId: new Map(hotels.map((hotel) => [hotel.hotelId, hotel])) }
    },
  })
  const townOf = (settlement: Settlement): Town => towns.memo(settlement.code, { context: settlement })

  return {
    /** The centre of a search for a city or airport code. */
    centreOf(code: string) {
      const settlement = settlements.byCode(code)
      return settlement?.code === code ? settlement.centre : airportAt(code)
    },
    /** Hotels within `km` of a position, the nearest first. */
    around(position: Position, km: number) {
      return settlements
        .near(position, km + FARTHEST_KM)
        .flatMap((settlement) => townOf(settlement).hotels)
        .map((hotel) => ({ hotel, km: kmBetween(position, hotel.position) }))
        .filter((found) => found.km <= km)
        .sort((a, b) => a.km - b.km || (a.hotel.hotelId < b.hotel.hotelId ? -1 : 1))
    },
    byId(hotelId: string) {
      const settlement = settlements.byCode(hotelId.slice(2, 5))
      return settlement && townOf(settlement).byId.get(hotelId)
    },
  }
}

export type Inventory = ReturnType<typeof createInventory>

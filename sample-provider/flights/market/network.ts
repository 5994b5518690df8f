import { shareOf } from '../../draw.ts'
import type { Airline } from './airlines.ts'
import { findLinks, type Link } from './links.ts'
import { partnersOf } from './partnerships.ts'
import type { Station, Stations } from './stations.ts'

/** A link with its flight numbers: its airline's own, and those of partners (codeshares). */
export interface NumberedLink extends Link {
  /**
   * Number of the first flight from the hub. Its return flight has the next number, the second flight from the hub the
   * number after that.
   */
  firstNumber: number
  codeshares: readonly { airline: Airline; firstNumber: number }[]
}

/** One direction of a link. */
export interface Route {
  link: NumberedLink
  from: Station
  to: Station
}

const MAX_CODESHARES = 3
const LAST_NUMBER = 9998
/** Codeshare numbers start here, or later if the airline's own flights need these numbers. */
const FIRST_CODESHARE_NUMBER = 5001

/** All links of the market. Every flight number of an airline belongs to one flight only. */
export function createNetwork(stations: Stations) {
  const { links, nextNumber } = numberOwn(findLinks(stations))
  const byStation = new Map<string, Map<string, OpenLink[]>>()
  const join = (from: Station, to: Station, link: OpenLink) => {
    const ends = byStation.get(from.code) ?? new Map<string, OpenLink[]>()
    const known = ends.get(to.code) ?? []
    known.push(link)
    ends.set(to.code, known)
    byStation.set(from.code, ends)
  }
  for (const link of links) {
    join(link.hub, link.end, link)
    join(link.end, link.hub, link)
  }
  numberCodeshares(byStation, nextNumber)
  return {
    between: (from: Station, to: Station): readonly NumberedLink[] => byStation.get(from.code)?.get(to.code) ?? [],
    /** All links of an airport, by the airport at the other end. */
    of: (station: Station): ReadonlyMap<string, readonly NumberedLink[]> => byStation.get(station.code) ?? new Map(),
  }
}

export type Network = ReturnType<typeof createNetwork>

interface OpenLink extends NumberedLink {
  codeshares: { airline: Airline; firstNumber: number }[]
}

/** Long routes get the low numbers. */
function numberOwn(found: readonly Link[]): { links: OpenLink[]; nextNumber: Map<Airline, number> } {
  const nextNumber = new Map<Airline, number>()
  const links = [...found]
    .sort((a, b) => b.km - a.km)
    .map((link): OpenLink => {
      const firstNumber = nextNumber.get(link.airline) ?? 1
      nextNumber.set(link.airline, firstNumber + 2 * link.daily)
      return { ...link, firstNumber, codeshares: [] }
    })
  return { links, nextNumber }
}

/** A partner puts its number on many flights to and from its own hubs, until it runs out of numbers. */
function numberCodeshares(
  byStation: ReadonlyMap<string, ReadonlyMap<string, readonly OpenLink[]>>,
  nextNumber: Map<Airline, number>,
): void {
  const sellers = [...nextNumber.keys()].filter(({ lowCost }) => !lowCost).sort((a, b) => (a.code < b.code ? -1 : 1))
  for (const seller of sellers) {
    const partners = new Set(partnersOf(seller.code))
    let next = Math.max(FIRST_CODESHARE_NUMBER, nextNumber.get(seller) ?? 0)
    for (const hub of seller.hubs) {
      for (const links of byStation.get(hub)?.values() ?? []) {
        for (const link of links) {
          const { airline, codeshares, daily } = link
          if (!partners.has(airline) || codeshares.length === MAX_CODESHARES || next + 2 * daily > LAST_NUMBER) continue
          if (codeshares.some((other) => other.airline === seller)) continue
          if (shareOf('codeshare', seller.code, airline.code, link.hub.code, link.end.code) > 0.8) continue
          codeshares.push({ airline: seller, firstNumber: next })
          next += 2 * daily
        }
      }
    }
  }
}

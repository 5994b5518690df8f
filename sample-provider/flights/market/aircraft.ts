import { z } from 'zod'
import rows from '../../data/aircraft.json' with { type: 'json' }
import type { Draw } from '../../draw.ts'
import type { Airline } from './airlines.ts'

export interface Aircraft {
  code: string
  name: string
  body: 'turboprop' | 'regional' | 'narrow' | 'wide'
  minKm: number
  maxKm: number
  /** The shortest suitable runway, in metres. */
  runwayM: number
  /** Carbon dioxide per economy seat, in kilograms per kilometre. */
  kgPerKm: number
  cruiseKmh: number
  /** The airlines that operate this type, separated by spaces. Empty: any airline. */
  operators: string
}

const rowSchema = z.tuple([
  ...[z.string(), z.string(), z.enum(['turboprop', 'regional', 'narrow', 'wide'])],
  ...[z.number(), z.number(), z.number(), z.number(), z.number(), z.string()],
] as const)
const types: readonly Aircraft[] = z
  .array(rowSchema)
  .parse(rows)
  .map(([code, name, body, minKm, maxKm, runwayM, kgPerKm, cruiseKmh, operators]) => {
    return { code, name, body, minKm, maxKm, runwayM, kgPerKm, cruiseKmh, operators }
  })

/** The longest flight of a fleet, in kilometres. */
export const reachKm: Readonly<Record<Airline['reach'], number>> = { long: 15_400, medium: 6200, short: 4300 }

interface FlightNeeds {
  km: number
  /** The shorter runway of the flight's airports, in metres. 0: unknown, which suits every aircraft. */
  runwayM: number
  /** Whether both airports are large. Then turboprops fly less than 300 km, and regional jets less than 1500 km. */
  busy: boolean
  airline: Airline
}

/** An aircraft with enough range, if possible one that fits the runways and the airline. */
export function pickAircraft({ km, runwayM, busy, airline }: FlightNeeds, draw: Draw): Aircraft {
  const fitting = types.filter(
    (type) =>
      (!busy || km < 300 || type.body !== 'turboprop') &&
      (!busy || km < 1500 || type.body !== 'regional') &&
      km >= type.minKm &&
      km <= type.maxKm &&
      (runwayM === 0 || type.runwayM <= runwayM) &&
      (type.body !== 'wide' || airline.reach === 'long') &&
      (type.body === 'narrow' || type.body === 'wide' || !airline.lowCost) &&
      (type.operators === '' || type.operators.includes(airline.code)),
  )
  if (fitting.length > 0) return draw.pick(fitting)
  // No type fits, for example because a short runway is far from the hub. Of the types with enough range, takes the one
  // that needs the shortest runway.
  const [modest] = types
    .filter(({ maxKm, operators }) => km <= maxKm && operators === '')
    .sort((a, b) => a.runwayM - b.runwayM)
  if (modest === undefined) throw new RangeError(`No aircraft flies ${Math.round(km)} km`)
  return modest
}

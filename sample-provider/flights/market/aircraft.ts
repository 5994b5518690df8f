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
  /** Carbon dioxide per economy seat, in kilograms per kilometre. */
  kgPerKm: number
  cruiseKmh: number
  /** The airlines that operate this type, separated by spaces. Empty: any airline. */
  operators: string
}

const rowSchema = z.tuple([
  ...[z.string(), z.string(), z.enum(['turboprop', 'regional', 'narrow', 'wide'])],
  ...[z.number(), z.number(), z.number(), z.number(), z.string()],
] as const)
const types: readonly Aircraft[] = z
  .array(rowSchema)
  .parse(rows)
  .map(([code, name, body, minKm, maxKm, kgPerKm, cruiseKmh, operators]) => {
    return { code, name, body, minKm, maxKm, kgPerKm, cruiseKmh, operators }
  })

/** The longest flight of a fleet, in kilometres. */
export const reachKm: Readonly<Record<Airline['reach'], number>> = { long: 15_400, medium: 6200, short: 4300 }

/** An aircraft with enough range, if possible of a kind that the airline flies. Large airports have no turboprops. */
export function pickAircraft(km: number, { code, lowCost, reach }: Airline, busy: boolean, draw: Draw): Aircraft {
  const able = types.filter(({ minKm, maxKm }) => km >= minKm && km <= maxKm)
  const fitting = able.filter(
    ({ body, operators }) =>
      (!busy || body !== 'turboprop') &&
      (reach === 'long' || body !== 'wide') &&
      (!lowCost || body === 'narrow' || body === 'wide') &&
      (operators === '' || operators.includes(code)),
  )
  return draw.pick(fitting.length > 0 ? fitting : able)
}

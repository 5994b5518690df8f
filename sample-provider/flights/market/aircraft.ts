import type { Draw } from '../../draw.ts'
import type { Airline, Reach } from './airlines.ts'

type Body = 'turboprop' | 'regional' | 'narrow' | 'wide'

export interface Aircraft {
  code: string
  name: string
  body: Body
  minKm: number
  maxKm: number
  /** The shortest suitable runway, in metres. */
  runwayM: number
  /** Carbon dioxide per economy seat, in kilograms per kilometre. */
  kgPerKm: number
  cruiseKmh: number
  /** The airlines that operate this type. Absent: any airline. */
  operators?: readonly string[]
}

type Row = readonly [
  code: string,
  name: string,
  body: Body,
  minKm: number,
  maxKm: number,
  runwayM: number,
  kgPerKm: number,
  cruiseKmh: number,
  operators?: string,
]

const MAX_8 = 'AA AC AM AR AS CA CZ DY ET FI FJ FR FZ G3 HU KE LO MU QR SQ TK UA VA WN WS WY 7C'

const rows: readonly Row[] = [
  ['DHT', 'DE HAVILLAND DHC-6 TWIN OTTER', 'turboprop', 0, 500, 0, 0.11, 290, 'WM'],
  ['AT7', 'ATR 72', 'turboprop', 0, 1100, 1100, 0.072, 500],
  ['DH4', 'DE HAVILLAND DASH 8-400', 'turboprop', 0, 1400, 1200, 0.082, 620],
  ['CR9', 'CANADAIR REGIONAL JET 900', 'regional', 200, 2600, 1600, 0.105, 780, 'AA AC DL IB LH SK UA'],
  ['E75', 'EMBRAER 175', 'regional', 200, 2800, 1500, 0.098, 780, 'AA AC AS DL KL LO UA'],
  ['E90', 'EMBRAER 190', 'regional', 250, 3200, 1500, 0.094, 790, 'AD AF AM BA EW JL KC KL KQ LH LX'],
  ['223', 'AIRBUS A220-300', 'narrow', 300, 4800, 1500, 0.073, 800, 'AC AF BT DL KE LX B6 QF CY MS AD'],
  ['319', 'AIRBUS A319', 'narrow', 300, 4600, 1800, 0.091, 810],
  ['320', 'AIRBUS A320', 'narrow', 300, 4800, 1900, 0.084, 810],
  ['32N', 'AIRBUS A320NEO', 'narrow', 300, 5600, 1900, 0.071, 810],
  ['321', 'AIRBUS A321', 'narrow', 600, 4900, 2100, 0.082, 810],
  ['32Q', 'AIRBUS A321NEO', 'narrow', 800, 6300, 2100, 0.069, 810],
  ['738', 'BOEING 737-800', 'narrow', 300, 5000, 2000, 0.083, 810],
  ['7M8', 'BOEING 737 MAX 8', 'narrow', 500, 4900, 2000, 0.071, 810, MAX_8],
  // Few airlines fly it over an ocean.
  ['7M8', 'BOEING 737 MAX 8', 'narrow', 4900, 6000, 2000, 0.071, 810, 'AC FI WS'],
  ['7M9', 'BOEING 737 MAX 9', 'narrow', 700, 5600, 2100, 0.069, 810, 'AM AS CM FI FZ TK UA'],
  ['333', 'AIRBUS A330-300', 'wide', 3500, 10_500, 2400, 0.081, 860],
  ['339', 'AIRBUS A330-900NEO', 'wide', 4000, 12_500, 2400, 0.069, 860],
  ['359', 'AIRBUS A350-900', 'wide', 4500, 15_400, 2500, 0.067, 890],
  ['351', 'AIRBUS A350-1000', 'wide', 6000, 15_400, 2700, 0.066, 890, 'BA VS QR CX JL EY IB AF QF'],
  ['788', 'BOEING 787-8', 'wide', 4000, 13_000, 2400, 0.072, 890],
  ['789', 'BOEING 787-9', 'wide', 4500, 14_200, 2500, 0.069, 890],
  ['781', 'BOEING 787-10', 'wide', 4500, 11_800, 2600, 0.066, 890],
  ['77W', 'BOEING 777-300ER', 'wide', 5500, 14_000, 2700, 0.086, 890],
  ['388', 'AIRBUS A380-800', 'wide', 5500, 14_500, 2900, 0.096, 890, 'BA EK EY KE LH NH OZ QF QR SQ'],
]

const types: readonly Aircraft[] = rows.map(
  ([code, name, body, minKm, maxKm, runwayM, kgPerKm, cruiseKmh, operators]) => ({
    code,
    name,
    body,
    minKm,
    maxKm,
    runwayM,
    kgPerKm,
    cruiseKmh,
    ...(operators === undefined ? {} : { operators: operators.split(' ') }),
  }),
)

/** The longest flight of a fleet, in kilometres. */
export const reachKm: Readonly<Record<Reach, number>> = { long: 15_400, medium: 6200, short: 4300 }

interface FlightNeeds {
  distanceKm: number
  /** The shortest runway of the flight's airports, in metres. 0: unknown, which suits every aircraft. */
  runwayM: number
  /** Whether both airports are large. Then turboprops fly less than 300 km, and regional jets less than 1500 km. */
  busy: boolean
  airline: Airline
}

/** An aircraft with enough range, if possible one that fits the runways and the airline. */
export function pickAircraft({ distanceKm, runwayM, busy, airline }: FlightNeeds, draw: Draw): Aircraft {
  const fitting = types.filter(
    (type) =>
      (!busy || distanceKm < 300 || type.body !== 'turboprop') &&
      (!busy || distanceKm < 1500 || type.body !== 'regional') &&
      distanceKm >= type.minKm &&
      distanceKm <= type.maxKm &&
      (runwayM === 0 || type.runwayM <= runwayM) &&
      (type.body !== 'wide' || airline.reach === 'long') &&
      (type.body === 'narrow' || type.body === 'wide' || !airline.lowCost) &&
      (type.operators === undefined || type.operators.includes(airline.code)),
  )
  if (fitting.length > 0) return draw.pick(fitting)
  // No type fits, for example because a short runway is far from the hub. Of the types with enough range, takes the one
  // that needs the shortest runway.
  const farEnough = types.filter(({ maxKm, operators }) => distanceKm <= maxKm && operators === undefined)
  const [modest] = farEnough.sort((a, b) => a.runwayM - b.runwayM)
  if (modest === undefined) throw new RangeError(`No aircraft flies ${Math.round(distanceKm)} km`)
  return modest
}

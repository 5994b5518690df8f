import type { Airline, Reach } from './airlines.ts'
import type { Draw } from './draw.ts'

export interface Aircraft {
  code: string
  name: string
  minKm: number
  maxKm: number
  /** Shortest runway that it is sent to, in metres. */
  runwayM: number
  wide: boolean
  /** Carbon dioxide of an economy seat, in kilograms per kilometre. */
  kgPerKm: number
  cruiseKmh: number
  /** The airlines that have it; left out, any may. */
  operators?: readonly string[]
}

const turboprop: Aircraft = {
  code: 'AT7',
  name: 'ATR 72',
  minKm: 0,
  maxKm: 1100,
  runwayM: 0,
  wide: false,
  kgPerKm: 0.072,
  cruiseKmh: 500,
}

const types: readonly Aircraft[] = [
  turboprop,
  {
    code: 'DH4',
    name: 'DE HAVILLAND DASH 8-400',
    minKm: 0,
    maxKm: 1400,
    runwayM: 0,
    wide: false,
    kgPerKm: 0.082,
    cruiseKmh: 620,
  },
  {
    code: 'E90',
    name: 'EMBRAER 190',
    minKm: 250,
    maxKm: 3200,
    runwayM: 1500,
    wide: false,
    kgPerKm: 0.094,
    cruiseKmh: 790,
  },
  {
    code: '223',
    name: 'AIRBUS A220-300',
    minKm: 300,
    maxKm: 4800,
    runwayM: 1500,
    wide: false,
    kgPerKm: 0.073,
    cruiseKmh: 800,
  },
  {
    code: '320',
    name: 'AIRBUS A320',
    minKm: 300,
    maxKm: 4800,
    runwayM: 1900,
    wide: false,
    kgPerKm: 0.084,
    cruiseKmh: 810,
  },
  {
    code: '32N',
    name: 'AIRBUS A320NEO',
    minKm: 300,
    maxKm: 5600,
    runwayM: 1900,
    wide: false,
    kgPerKm: 0.071,
    cruiseKmh: 810,
  },
  {
    code: '32Q',
    name: 'AIRBUS A321NEO',
    minKm: 800,
    maxKm: 6300,
    runwayM: 2100,
    wide: false,
    kgPerKm: 0.069,
    cruiseKmh: 810,
  },
  {
    code: '738',
    name: 'BOEING 737-800',
    minKm: 300,
    maxKm: 5000,
    runwayM: 2000,
    wide: false,
    kgPerKm: 0.083,
    cruiseKmh: 810,
  },
  {
    code: '7M8',
    name: 'BOEING 737 MAX 8',
    minKm: 500,
    maxKm: 6000,
    runwayM: 2000,
    wide: false,
    kgPerKm: 0.071,
    cruiseKmh: 810,
  },
  {
    code: '333',
    name: 'AIRBUS A330-300',
    minKm: 3500,
    maxKm: 10500,
    runwayM: 2400,
    wide: true,
    kgPerKm: 0.081,
    cruiseKmh: 860,
  },
  {
    code: '339',
    name: 'AIRBUS A330-900NEO',
    minKm: 4000,
    maxKm: 12500,
    runwayM: 2400,
    wide: true,
    kgPerKm: 0.069,
    cruiseKmh: 860,
  },
  {
    code: '359',
    name: 'AIRBUS A350-900',
    minKm: 4500,
    maxKm: 15400,
    runwayM: 2500,
    wide: true,
    kgPerKm: 0.067,
    cruiseKmh: 890,
  },
  {
    code: '788',
    name: 'BOEING 787-8',
    minKm: 4000,
    maxKm: 13000,
    runwayM: 2400,
    wide: true,
    kgPerKm: 0.072,
    cruiseKmh: 890,
  },
  {
    code: '789',
    name: 'BOEING 787-9',
    minKm: 4500,
    maxKm: 14200,
    runwayM: 2500,
    wide: true,
    kgPerKm: 0.069,
    cruiseKmh: 890,
  },
  {
    code: '77W',
    name: 'BOEING 777-300ER',
    minKm: 5500,
    maxKm: 14000,
    runwayM: 2700,
    wide: true,
    kgPerKm: 0.086,
    cruiseKmh: 890,
  },
  {
    code: '388',
    name: 'AIRBUS A380-800',
    minKm: 5500,
    maxKm: 14500,
    runwayM: 2900,
    wide: true,
    kgPerKm: 0.096,
    cruiseKmh: 890,
    operators: ['BA', 'EK', 'EY', 'KE', 'LH', 'NH', 'OZ', 'QF', 'QR', 'SQ'],
  },
]

/** Longest flight of a fleet, in kilometres. */
export const reachKm: Readonly<Record<Reach, number>> = { long: 15_300, medium: 5600, short: 4300 }

export interface FlightNeeds {
  distanceKm: number
  /** The shorter of the two runways in metres; 0 when unknown, which suits all. */
  runwayM: number
  /** Both airports are large, so that no turboprop is sent. */
  busy: boolean
  airline: Airline
}

/** An aircraft that flies the distance and lands on the runways. */
export function pickAircraft({ distanceKm, runwayM, busy, airline }: FlightNeeds, draw: Draw): Aircraft {
  const fitting = types.filter(
    (type) =>
      (!busy || distanceKm < 300 || type.cruiseKmh > 700) &&
      distanceKm >= type.minKm &&
      distanceKm <= type.maxKm &&
      (runwayM === 0 || type.runwayM <= runwayM) &&
      (airline.reach === 'long' || !type.wide) &&
      (type.operators === undefined || type.operators.includes(airline.code)),
  )
  if (fitting.length > 0) return draw.pick(fitting)
  // A short runway far from the hub: the type that needs least of it among those that fly so far.
  const farEnough = types.filter((type) => distanceKm <= type.maxKm).sort((a, b) => a.runwayM - b.runwayM)
  return farEnough[0] ?? turboprop
}

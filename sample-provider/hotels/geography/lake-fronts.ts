import { offsetKm, type Position } from './positions.ts'

/** Great lakes are land on the map: at these towns the water begins this many kilometres from the centre. */
const fronts: Readonly<Record<string, { bearing: number; km: number }>> = {
  CHI: { bearing: 80, km: 1.2 },
  MKE: { bearing: 95, km: 1.4 },
  YTO: { bearing: 165, km: 1.2 },
  CLE: { bearing: 325, km: 1 },
  BUF: { bearing: 235, km: 1.2 },
  ROC: { bearing: 0, km: 9 },
  DLH: { bearing: 125, km: 0.6 },
}

/** Whether a lake lies here, in front of the town. */
export function isInLake(code: string, centre: Position, position: Position): boolean {
  const front = fronts[code]
  if (front === undefined) return false
  const { east, north } = offsetKm(centre, position)
  const bearing = (front.bearing * Math.PI) / 180
  return east * Math.sin(bearing) + north * Math.cos(bearing) > front.km
}

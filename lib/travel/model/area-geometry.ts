/**
 * The coast around a point on a flat map: x (east) and y (south) count from the centre in units of `unitKm`. The map
 * ends at `reachKm` in every direction.
 */
export interface AreaMap {
  centre: { lat: number; lon: number }
  reachKm: number
  unitKm: number
  /** SVG path data of the land. */
  land: string
}

/** A place to name on a map, in km east and south of the centre of its area. */
export interface MapPlace {
  name: string
  kind: 'town' | 'district' | 'landmark'
  x: number
  y: number
}

const KM_PER_DEGREE = 111.195

/** Kilometres east and south of the centre; accurate enough for a map of one area. */
export function toAreaKm(
  centre: { lat: number; lon: number },
  { lat, lon }: { lat: number; lon: number },
): { x: number; y: number } {
  const around = ((((lon - centre.lon + 180) % 360) + 360) % 360) - 180
  return {
    x: around * KM_PER_DEGREE * Math.cos((centre.lat * Math.PI) / 180),
    y: (centre.lat - lat) * KM_PER_DEGREE,
  }
}

/** The point `x` km east and `y` km south of the centre. */
export function fromAreaKm(
  centre: { lat: number; lon: number },
  { x, y }: { x: number; y: number },
): { lat: number; lon: number } {
  const lon = centre.lon + x / (KM_PER_DEGREE * Math.cos((centre.lat * Math.PI) / 180))
  return { lat: centre.lat - y / KM_PER_DEGREE, lon: ((((lon + 180) % 360) + 360) % 360) - 180 }
}

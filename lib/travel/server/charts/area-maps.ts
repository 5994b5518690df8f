import { type GeoStream, geoIdentity, geoPath, geoTransform } from 'd3-geo'
import { LRUCache } from 'lru-cache'
import { type AreaMap, toAreaKm } from '../../model/area-geometry.ts'
import { readLand } from './read-land.ts'
import { createThinPath } from './thin-path.ts'

type Ring = [number, number][]

interface Polygon {
  rings: Ring[]
  west: number
  east: number
  south: number
  north: number
}

/** Map units from the centre to an edge: precise enough for the closest zoom, and short to write. */
const UNITS = 4000

/**
 * Reads the finest coastlines at the first drawing (about 200 ms) and caches the last `max` maps. Sample hotels are
 * placed by the same coastlines.
 *
 * @param options.root the project folder, which contains node_modules
 */
export function createAreaMaps({ root, max = 100 }: { root: string; max?: number }) {
  let land: Polygon[] | undefined
  const drawn = new LRUCache<string, AreaMap, { centre: AreaMap['centre']; reachKm: number }>({
    max,
    memoMethod(_key, _stale, { context: { centre, reachKm } }) {
      land ??= polygonsIn(root)
      return drawArea(land, centre, reachKm)
    },
  })
  return {
    /** The coast within `reachKm` of a point in every direction, cached. */
    draw(given: { lat: number; lon: number }, reachKm: number): AreaMap {
      // Travelers who view one place share one map.
      const centre = { lat: rounded(given.lat), lon: rounded(given.lon) }
      return drawn.memo(`${centre.lat} ${centre.lon} ${reachKm}`, { context: { centre, reachKm } })
    },
  }
}

function drawArea(land: readonly Polygon[], centre: AreaMap['centre'], reachKm: number): AreaMap {
  const unitKm = reachKm / UNITS
  const corner = toAreaKm(centre, { lat: centre.lat, lon: centre.lon + 1 })
  const reachLat = reachKm / 111
  const reachLon = reachKm / Math.max(1, corner.x)
  const clip = geoIdentity().clipExtent([
    [-UNITS, -UNITS],
    [UNITS, UNITS],
  ])
  const thin = createThinPath(2, 4)
  for (const polygon of land) {
    if (polygon.north < centre.lat - reachLat || polygon.south > centre.lat + reachLat) continue
    // Also draws the land one turn further west and east, so that it continues beyond the date line.
    for (const turn of [-360, 0, 360]) {
      if (polygon.east + turn < centre.lon - reachLon || polygon.west + turn > centre.lon + reachLon) continue
      const flat = geoTransform({
        point(this: { stream: GeoStream }, lon: number, lat: number) {
          this.stream.point(((lon + turn - centre.lon) * corner.x) / unitKm, ((centre.lat - lat) * 111.195) / unitKm)
        },
      })
      const projection = { stream: (to: GeoStream) => flat.stream(clip.stream(to)) }
      geoPath(projection, thin)({ type: 'Polygon', coordinates: polygon.rings })
    }
  }
  return { centre, reachKm, unitKm, land: thin.data() }
}

function polygonsIn(root: string): Polygon[] {
  return readLand(root).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return [polygonOf(geometry.coordinates)]
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.map(polygonOf) : []
  })
}

function polygonOf(coordinates: number[][][]): Polygon {
  const rings = coordinates.map((ring) => ring.map(([lon = 0, lat = 0]): [number, number] => [lon, lat]))
  const [outer = []] = rings
  let [west, east, south, north] = [180, -180, 90, -90]
  for (const [lon, lat] of outer) {
    west = Math.min(west, lon)
    east = Math.max(east, lon)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  return { rings, west, east, south, north }
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1000) / 1000
}

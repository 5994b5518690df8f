import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import * as z from 'zod'
import type { ChartRoutes, StripChart } from '../../model/chart-geometry.ts'
import { drawStrip, narrowStrip, wideStrip } from './draw-strip.ts'

export interface StripCharts {
  /** The chart of these routes in both shapes, cached. */
  draw(routes: ChartRoutes): { wide: StripChart; narrow: StripChart }
}

const LandTopology = z.custom<Topology<{ land: GeometryCollection }>>(
  (value) =>
    z.object({ type: z.literal('Topology'), objects: z.object({ land: z.looseObject({}) }) }).safeParse(value).success,
)

/**
 * Reads the coastlines at the first drawing (about 20 ms) and caches the last `max` charts.
 *
 * @param options.root the project folder, which contains node_modules
 */
export function createStripCharts({ root, max = 200 }: { root: string; max?: number }): StripCharts {
  const drawn = new LRUCache<string, { wide: StripChart; narrow: StripChart }>({ max })
  let land: ReturnType<typeof readLand> | undefined
  return {
    draw(routes) {
      const key = JSON.stringify(routes)
      const known = drawn.get(key)
      if (known) return known
      land ??= readLand(root)
      const chart = { wide: drawStrip(land, routes, wideStrip), narrow: drawStrip(land, routes, narrowStrip) }
      drawn.set(key, chart)
      return chart
    },
  }
}

function readLand(root: string) {
  const file = join(root, 'node_modules', 'world-atlas', 'land-50m.json')
  const topology = LandTopology.parse(JSON.parse(readFileSync(file, 'utf8')))
  return feature(topology, topology.objects.land)
}

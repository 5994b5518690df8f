import { LRUCache } from 'lru-cache'
import type { ChartRoutes, StripChart } from '../../model/chart-geometry.ts'
import { drawStrip, narrowStrip, wideStrip } from './draw-strip.ts'
import { readLand } from './read-land.ts'

export interface StripCharts {
  /** The chart of these routes in both shapes, cached. */
  draw(routes: ChartRoutes): { wide: StripChart; narrow: StripChart }
}

/**
 * Reads the coastlines at the first drawing (about 20 ms) and caches the last `max` charts.
 *
 * @param options.root the project folder, which contains node_modules
 */
export function createStripCharts({ root, max = 200 }: { root: string; max?: number }): StripCharts {
  let land: ReturnType<typeof readLand> | undefined
  const drawn = new LRUCache<string, ReturnType<StripCharts['draw']>, ChartRoutes>({
    max,
    memoMethod(_key, _stale, { context: routes }) {
      land ??= readLand(root, '50m')
      return { wide: drawStrip(land, routes, wideStrip), narrow: drawStrip(land, routes, narrowStrip) }
    },
  })
  return { draw: (routes) => drawn.memo(JSON.stringify(routes), { context: routes }) }
}

import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { httpStatusOf } from '#runner/contract/errors.ts'
import { eachAppRequest } from '../http/app-requests.ts'
import { appMethods } from '../http/check-head.ts'
import type { Metrics } from './create-metrics.ts'

const methods: ReadonlySet<string> = new Set(appMethods)

/**
 * Counts and times each request to the app at `port`, refused ones too. One whose client left in the middle of its body
 * counts with the status of CANCELLED.
 */
export const measureEveryRequest = (
  port: number,
  { metrics, routeOf }: { readonly metrics: Pick<Metrics, 'requestEnded'>; readonly routeOf: RouteOf },
): Disposable =>
  eachAppRequest(port, ({ request, response }) => {
    const startedAt = performance.now()
    const route = routeOf(request.url ?? '')
    const method = methods.has(request.method ?? '') ? String(request.method) : 'other'
    response.once('close', () => {
      const hasLeft = !request.complete && !response.writableFinished
      const status = hasLeft ? httpStatusOf('CANCELLED') : response.statusCode
      metrics.requestEnded({ route, method, status }, (performance.now() - startedAt) / 1000)
    })
  })

/** Next's list of the routes that it has built. */
const Manifest = z.object({
  staticRoutes: z.array(z.object({ page: z.string() })),
  dynamicRoutes: z.array(z.object({ page: z.string(), regex: z.string() })),
})

/** The route that answers a path, such as `/executions/[id]`: without ids, of which there are ever more. */
type RouteOf = (path: string) => string

/** Reads the routes of the built app. In development there is no such list. */
export async function readRoutes(file: string): Promise<RouteOf> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? () => 'other' : createRouteOf(JSON.parse(text))
}

export function createRouteOf(manifest: unknown): RouteOf {
  const { staticRoutes, dynamicRoutes } = Manifest.parse(manifest)
  const fixed = new Set(staticRoutes.map(({ page }) => page))
  const patterns = dynamicRoutes.map(({ page, regex }) => ({ page, pattern: new RegExp(regex) }))
  return (path) => {
    const [plain = ''] = path.split('?')
    if (fixed.has(plain)) return plain
    if (plain.startsWith('/_next/')) return '/_next'
    return patterns.find(({ pattern }) => pattern.test(plain))?.page ?? 'other'
  }
}

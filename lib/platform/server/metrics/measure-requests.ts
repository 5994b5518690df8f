import { eachAppRequest } from '../http/app-requests.ts'
import { appMethods } from '../http/check-head.ts'
import type { Metrics } from './create-metrics.ts'
import type { RouteOf } from './route-of.ts'

const methods: ReadonlySet<string> = new Set(appMethods)

/** Counts and times each request to the app at `port`, refused ones too. */
export const measureEveryRequest = (
  port: number,
  { metrics, routeOf }: { readonly metrics: Pick<Metrics, 'requestEnded'>; readonly routeOf: RouteOf },
): Disposable =>
  eachAppRequest(port, ({ request, response }) => {
    const startedAt = performance.now()
    const route = routeOf(request.url ?? '')
    const method = methods.has(request.method ?? '') ? String(request.method) : 'other'
    response.once('close', () =>
      metrics.requestEnded({ route, method, status: response.statusCode }, (performance.now() - startedAt) / 1000),
    )
  })

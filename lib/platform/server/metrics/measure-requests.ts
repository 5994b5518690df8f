import { httpStatusOf } from '#runner/contract/errors.ts'
import { eachAppRequest } from '../http/app-requests.ts'
import { appMethods } from '../http/check-head.ts'
import type { Metrics } from './create-metrics.ts'
import type { RouteOf } from './route-of.ts'

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

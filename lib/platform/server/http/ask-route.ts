import { setTimeout } from 'node:timers/promises'
import { requestTargetHeader } from './request-target.ts'

type Params = Record<string, string | string[] | undefined>
type AskedRoute = (request: Request, context: { params: Promise<Params> }) => Promise<Response>

/** A route's GET handler, and the path with the query by which a page asks for its answer. */
type Asked = { readonly route: AskedRoute; readonly path: string; readonly params?: Params }

/**
 * The answer of a route on behalf of a page, with the session and the address of the page's request. The handler takes
 * the same steps as for a request of its own.
 *
 * @returns undefined if the route refuses or takes longer than `waitMs`
 */
export async function askRoute(
  { route, path, params = {} }: Asked,
  pageHeaders: Headers,
  waitMs: number,
): Promise<unknown> {
  const headers = new Headers(pageHeaders)
  // The target of the page's request, whose query routes would read in place of the path's.
  headers.delete(requestTargetHeader)
  const request = new Request(new URL(path, 'http://app.invalid'), { headers })
  const answer = route(request, { params: Promise.resolve(params) }).then((response) =>
    response.ok ? response.json() : undefined,
  )
  const timer = new AbortController()
  const late = setTimeout(waitMs, undefined, { signal: timer.signal }).catch(() => undefined)
  return await Promise.race([answer, late]).finally(() => timer.abort())
}

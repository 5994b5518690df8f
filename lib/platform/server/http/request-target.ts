import type { IncomingHttpHeaders } from 'node:http'

/** The target in the first line of a request. Set on every request; overwrites a client's own header of this name. */
export const requestTargetHeader = 'x-travel-request-target'

/** Maximum number of query parameters passed to Next, whose work is quadratic in their number. No page has as many. */
const maxParameters = 200

/** The part of an absolute URL before its path. A request with such a URL is handled as a request for its path. */
const scheme = /^[a-z][a-z\d+.-]*:\/\/[^/]*/i

/**
 * Stores the original target in `requestTargetHeader` and gives Next a URL that it can answer: a path in normal form
 * with its query. Next resolves `..` in every spelling; normalizing first ensures that all code before Next reads the
 * same path.
 */
export function stampRequestTarget(request: { headers: IncomingHttpHeaders; url?: string | undefined }): void {
  const target = request.url ?? ''
  request.headers[requestTargetHeader] = target
  const start = target.indexOf('?')
  request.url = start === -1 ? pathOf(target) : pathOf(target.slice(0, start)) + firstParameters(target.slice(start))
}

/** Escapes the percent signs of a path that cannot be decoded. `*`, the whole server, becomes the home page. */
function pathOf(address: string): string {
  const path = address === '*' ? '' : address.replace(scheme, '')
  return normal(path.startsWith('/') ? decodable(path) : `/${decodable(path)}`)
}

function normal(path: string): string {
  return new URL(`http://localhost${path}`).pathname
}

function decodable(path: string): string {
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return path.replaceAll('%', '%25')
  }
}

function firstParameters(query: string): string {
  let end = 0
  for (let count = 0; count < maxParameters; count += 1) {
    end = query.indexOf('&', end) + 1
    if (end === 0) return query
  }
  return query.slice(0, end - 1)
}

/**
 * The query as the client wrote it. Next passes the URL to a route through an object, which loses names like
 * `__proto__`. If a request is not stamped, returns the query of its own URL.
 */
export function queryOf(request: Request): URLSearchParams {
  const target = request.headers.get(requestTargetHeader) ?? request.url
  const start = target.indexOf('?')
  // Includes the question mark: the parser strips one, which may be the first of two.
  return new URLSearchParams(start === -1 ? '' : target.slice(start).split('#')[0])
}

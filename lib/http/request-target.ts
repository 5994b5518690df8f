import type { IncomingHttpHeaders } from 'node:http'

/** Set on every request from its first line, whatever the client sent under this name. */
export const requestTargetHeader = 'x-travel-request-target'

/** So many parameters of a query come to Next, which looks for each of them among all, more than once. No page has as many. */
const mostParameters = 200

/** An absolute address up to its path: a request for it is one for the path. */
const scheme = /^[a-z][a-z\d+.-]*:\/\/[^/]*/i

/**
 * Writes what was asked for, as it was asked, into `requestTargetHeader`, and leaves for Next an address that it can answer:
 * a path in its normal form, with its query. Next follows `..` in a path, in each of its spellings: whoever reads the path before Next
 * reads the same.
 */
export function stampRequestTarget(request: { headers: IncomingHttpHeaders; url?: string | undefined }): void {
  const target = request.url ?? ''
  request.headers[requestTargetHeader] = target
  const start = target.indexOf('?')
  request.url = start === -1 ? pathOf(target) : pathOf(target.slice(0, start)) + firstParameters(target.slice(start))
}

/** What cannot be decoded is the name of nothing. `*`, which asks about the server as a whole, is its first page here. */
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
  for (let count = 0; count < mostParameters; count += 1) {
    end = query.indexOf('&', end) + 1
    if (end === 0) return query
  }
  return query.slice(0, end - 1)
}

/**
 * The query as the client wrote it. The address that Next gives to a route went through an object on its way, which loses names
 * like `__proto__`. A request that was not stamped has its own address.
 */
export function queryOf(request: Request): URLSearchParams {
  const target = request.headers.get(requestTargetHeader) ?? request.url
  const start = target.indexOf('?')
  // With its question mark: the parser takes one off, which may be the first of two.
  return new URLSearchParams(start === -1 ? '' : target.slice(start).split('#')[0])
}

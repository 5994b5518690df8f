import type { IncomingHttpHeaders } from 'node:http'

/** Set on every request from its first line, whatever the client sent under this name. */
export const requestTargetHeader = 'x-travel-request-target'

/** Writes what was asked for, as it was asked, into `requestTargetHeader`. */
export function stampRequestTarget(request: { headers: IncomingHttpHeaders; url?: string | undefined }): void {
  request.headers[requestTargetHeader] = request.url ?? ''
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

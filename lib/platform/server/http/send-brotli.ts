import { existsSync, readdirSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { eachAppRequest } from './app-requests.ts'

const types = { js: 'application/javascript; charset=UTF-8', css: 'text/css; charset=UTF-8' }
const isMade = /\.(js|css)\.br$/

/** The URL path of the build's scripts and styles. */
const base = '/_next/static/'

/** Whether brotli is accepted with any weight above zero. */
const takesBrotli = /(?:^|,)\s*br\s*(?:,|$|;\s*q=(?:1|0\.0{0,2}[1-9]))/i

/**
 * Sends scripts and styles as prebuilt brotli to clients that accept it: an eighth smaller than the gzip that Next
 * makes for each response. Asks Next for the brotli file beside the requested one and sets the headers of the original.
 *
 * @param folder the build's static files; nothing changes if none are compressed
 */
export function sendBrotli(port: number, folder: string): Disposable {
  const made = new Map<string, string>()
  for (const file of existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []) {
    const [, ending] = isMade.exec(file) ?? []
    const type = ending === 'js' || ending === 'css' ? types[ending] : undefined
    if (type !== undefined) made.set(base + file.replaceAll('\\', '/').slice(0, -'.br'.length), type)
  }
  return eachAppRequest(port, ({ request, response }) => {
    const [path = '', ...query] = (request.url ?? '').split('?')
    const type = made.get(path)
    if (type === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return
    if (!takesBrotli.test(request.headers['accept-encoding'] ?? '')) return
    request.url = [`${path}.br`, ...query].join('?')
    response.setHeader('content-encoding', 'br')
    response.setHeader('vary', 'Accept-Encoding')
    response.setHeader('content-type', type)
    undoForRefusals(response)
  })
}

/** Statuses of responses with the file: whole, partial or not modified. */
const ofTheFile = new Set([200, 206, 304])

/** Removes the headers of the file from any other response. The status is known only when the head is written. */
function undoForRefusals(response: ServerResponse): void {
  const { writeHead } = response
  const type = response.getHeader('content-type')
  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (!ofTheFile.has(status)) {
      response.removeHeader('content-encoding')
      if (response.getHeader('content-type') === type) response.removeHeader('content-type')
    }
    return Reflect.apply(writeHead, response, [status, ...rest])
  }
}

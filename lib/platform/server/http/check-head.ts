import type { IncomingMessage } from 'node:http'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js'
import { type Refused, refuseField, refuseMethod } from './outcome.ts'

/** The methods that any URL of the app may accept. Next answers others with an empty body or an error (TRACE). */
export const appMethods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const stateHeader = 'next-router-state-tree'

/** Refuses an ambiguous head, an unsupported method, and a head that Next would fail on with its own error. */
export function checkHead({
  method,
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'method' | 'headers' | 'rawHeaders'>): Refused | undefined {
  if (!appMethods.some((known) => known === method)) return refuseMethod(appMethods)
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return refuseField('host', 'was sent more than once: send it once')
  const state = headers[stateHeader]
  if (state !== undefined && !isRouterState(String(state))) {
    return refuseField(stateHeader, 'is not a valid router state: leave it out')
  }
  return undefined
}

/** Uses Next's own parser. Without this check, Next would fail while it renders the page, and answer 500. */
function isRouterState(header: string): boolean {
  try {
    return parseAndValidateFlightRouterState(header) !== undefined
  } catch {
    return false
  }
}

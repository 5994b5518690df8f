import type { IncomingMessage } from 'node:http'
import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js'
import { type Refused, refuseField } from './outcome.ts'

const stateHeader = 'next-router-state-tree'

/** Refuses a head that has two meanings, or that Next would take for an error of its own. */
export function checkHead({
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): Refused | undefined {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return refuseField('host', 'is given more than once: send it once')
  const state = headers[stateHeader]
  if (state !== undefined && !isRouterState(String(state))) {
    return refuseField(stateHeader, 'is not the state of a router: leave it out')
  }
  return undefined
}

/** By Next's own parser, which throws where a page is made, too late for an answer but 500. */
function isRouterState(header: string): boolean {
  try {
    return parseAndValidateFlightRouterState(header) !== undefined
  } catch {
    return false
  }
}

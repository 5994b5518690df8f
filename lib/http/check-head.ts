import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import { type Refused, refuseField } from './outcome.ts'

const stateHeader = 'next-router-state-tree'

type RouterState = readonly [segment: unknown, children: Record<string, RouterState>, ...rest: unknown[]]
/** How the browser's router says what it shows. */
const RouterState: z.ZodType<RouterState> = z.lazy(() =>
  z
    .tuple([
      z.union([z.string(), z.tuple([z.string(), z.string(), z.string(), z.array(z.string()).nullable()])]),
      z.record(z.string(), RouterState),
    ])
    .rest(z.unknown()),
)

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

function isRouterState(header: string): boolean {
  try {
    return RouterState.safeParse(JSON.parse(decodeURIComponent(header))).success
  } catch {
    return false
  }
}

import type { Places } from '#lib/places/places.ts'
import type { Clock, Upstream } from '#runner/ports.ts'
import { faults } from './faults.ts'
import { startSampleProvider } from './start-sample-provider.ts'
import { sampleCredentials } from './token.ts'

export type { Fault } from './faults.ts'

/** A local server that answers in a provider's wire format, with generated data. */
export type StandIn = {
  /** The credential that it accepts: secret name → value. */
  readonly credential: Readonly<Record<string, string>>
  /** What is said of its data. */
  readonly data: Upstream['data']
  /** Listens on a port of this machine's own until it is closed. */
  start(ports: { places: Places; clock: Clock }): Promise<{ readonly url: string; close(): Promise<void> }>
}

/** By the host that each stands in for. The only door of this folder: a provider's stand-in is added here. */
export const standIns = {
  'api.amadeus.com': {
    credential: { AMADEUS_API_KEY: sampleCredentials.clientId, AMADEUS_API_SECRET: sampleCredentials.clientSecret },
    data: 'sample',
    faults,
    start: startSampleProvider,
  },
} as const satisfies Readonly<Record<string, StandIn & Readonly<Record<string, unknown>>>>

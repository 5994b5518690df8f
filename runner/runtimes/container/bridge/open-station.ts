import { randomBytes } from 'node:crypto'
import type { Log } from '../../../core/ports.ts'
import type { InstanceCa } from '../gateway/instance-ca.ts'
import type { NetworkMaker } from './make-network.ts'
import { listenForRelay, type UplinkOptions } from './uplink.ts'
import type { ToRelay } from './uplink-protocol.ts'

/** Everything that a relay needs to reach the app: a network, a listener on it, and the start message. */
export type Station = AsyncDisposable & {
  readonly network: string
  readonly extraHosts: readonly string[]
  readonly start: Extract<ToRelay, { type: 'start' }>
}

type StationOptions = {
  readonly networks: NetworkMaker
  readonly labels: Readonly<Record<string, string>>
  readonly ca: InstanceCa
  readonly take: UplinkOptions['take']
  readonly log: Log
}

/** The relay's name for the app's machine, where that machine has no address on the engine's networks. */
const hostName = 'app.travel.internal'
const loopback = '127.0.0.1'

/**
 * Listens on this machine's address of an isolated network. If the engine's networks are on another machine (Docker
 * Desktop), it listens on the loopback, and the relay reaches it through the engine's `host-gateway`.
 */
export async function openStation(options: StationOptions): Promise<Station> {
  try {
    return await openAt(options, { isLocal: true })
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EADDRNOTAVAIL')) throw cause
    return await openAt(options, { isLocal: false })
  }
}

async function openAt(options: StationOptions, { isLocal }: { isLocal: boolean }): Promise<Station> {
  const { networks, labels, ca, take, log } = options
  await using acquired = new AsyncDisposableStack()
  const network = acquired.use(await networks.make({ purpose: 'uplink', labels, isInternal: isLocal, hasHost: true }))
  const token = randomBytes(32).toString('base64url')
  const host = isLocal ? network.subnet.gateway : loopback
  const uplink = acquired.use(await listenForRelay({ ca, host, token, take, log }))
  const owned = acquired.move()
  return {
    network: network.name,
    extraHosts: isLocal ? [] : [`${hostName}:host-gateway`],
    start: {
      type: 'start',
      host: isLocal ? host : hostName,
      port: uplink.port,
      authority: ca.certificatePem,
      token,
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

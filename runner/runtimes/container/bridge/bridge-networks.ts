import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Log } from '../../../core/ports.ts'
import { createFairSlots, mostOfOneKey } from '../../../queue/fair-slots.ts'
import type { Engine } from '../engine.ts'
import { serveDns } from '../gateway/dns.ts'
import type { ContainerGateway } from '../gateway/gateway.ts'
import type { InstanceCa } from '../gateway/instance-ca.ts'
import { labelsOf, type Owner } from '../labels.ts'
import { type ContainerNetworks, dnsPort, httpsPort, morePortsOf, namesOf } from '../network.ts'
import { createRelayKeeper } from './keep-relay.ts'
import { createNetworkMaker, type NetworkMaker } from './make-network.ts'
import { type RelayLeg, startRelay } from './relay.ts'
import { listenForRelay, type Target, type UplinkOptions } from './uplink.ts'
import type { ToRelay } from './uplink-protocol.ts'

/** Everything that a relay needs to reach the app: a network, a listener on it, and the start message. */
type Station = AsyncDisposable & {
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

type BridgeNetworksOptions = Pick<Owner, 'installation' | 'instance'> & {
  readonly engine: Engine
  /** An image that contains the relay. */
  readonly image: string
  /** The address range for subnets, such as 10.213.0.0/16. */
  readonly pool: string
  /** Deadline for one answer of the relay. */
  readonly relayAnswerMs: number
  /**
   * The absolute path of a resolv.conf, as seen by the engine's machine. It directs a container's lookups to the
   * container's first process.
   */
  readonly resolvFile: string
  readonly ca: InstanceCa
  /** `address`: the address to which declared names resolve. */
  readonly openGateway: (address: string) => ContainerGateway
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly log: Log
}

type Served = { readonly gateway: ContainerGateway; readonly ports: readonly number[]; lookups: number }

const maxDnsConnections = 16
/**
 * The relay's labels expire after this time, which is longer than this process runs. The relay ends together with the
 * process; the instance's sweep removes the rest.
 */
const relayLifeMs = 365 * 86_400_000
const networkCallsAtOnce = 4
const loopback = '127.0.0.1'

/**
 * Egress by networks: each execution has its own internal network, on which this machine has no address and the relay
 * is the only neighbour. The relay passes connections to the app, together with the network they came from.
 */
export function createBridgeNetworks(options: BridgeNetworksOptions): ContainerNetworks {
  const { installation, instance, log } = options
  const engine = inTurns(options.engine)
  const networks = createNetworkMaker({ engine, pool: options.pool })
  const relays = new Set<string>()
  /** Key: the relay's address on the execution's network. */
  const served = new Map<string, Served>()
  let station: Promise<Station> | undefined

  const take = ({ address, port }: Target, socket: Duplex) => {
    const network = served.get(address)
    if (network?.ports.includes(port)) return network.gateway.accept(socket, port)
    if (network === undefined || port !== dnsPort || network.lookups >= maxDnsConnections) return socket.destroy()
    network.lookups += 1
    socket.once('close', () => {
      network.lookups -= 1
    })
    return void serveDns(network.gateway, socket)
  }

  const ownLabels = () =>
    labelsOf({ installation, instance, execution: 'relay', expiresMs: options.now() + relayLifeMs })
  const stationOnce = () => {
    station ??= openStation({ networks, labels: ownLabels(), ca: options.ca, take, log }).catch((cause: unknown) => {
      station = undefined
      throw cause
    })
    return station
  }

  const relay = createRelayKeeper({
    async start() {
      const { network, extraHosts, start } = await stationOnce()
      const name = `travel-relay-${randomBytes(8).toString('hex')}`
      relays.add(name)
      const note = (text: string) => log.warn('The relay of the containers printed a message', { text })
      return startRelay({
        ...{ engine, name, image: options.image, network, extraHosts, labels: ownLabels(), start, note },
        answerMs: options.relayAnswerMs,
        // If the removal failed, a later sweep removes the relay.
        done: () => relays.delete(name),
      })
    },
    now: () => performance.now(),
    log,
  })

  return {
    mode: 'bridge',
    uses: (name) => networks.uses(name) || relays.has(name),
    async open(hosts, owner) {
      await using opened = new AsyncDisposableStack()
      const network = opened.use(
        await networks.make({ purpose: 'net', labels: labelsOf(owner), isInternal: true, hasHost: false }),
      )
      const { relay: address } = network.subnet
      const gateway = opened.use(options.openGateway(address))
      const ports = [httpsPort, ...morePortsOf(hosts)]
      served.set(address, { gateway, ports, lookups: 0 })
      opened.defer(() => void served.delete(address))
      const leg: RelayLeg = { network: network.name, address, ports: [...ports, dnsPort] }
      opened.defer(() => relay.leave(leg))
      await relay.join(leg)
      const acquired = opened.move()
      return {
        options: {
          mode: 'bridge',
          host: {
            NetworkMode: network.name,
            ExtraHosts: namesOf(hosts).map((name) => `${name}:${address}`),
            Dns: [loopback],
            DnsOptions: ['timeout:1', 'attempts:1'],
            DnsSearch: ['.'],
          },
          // Otherwise lookups would first go to a resolver of the engine.
          binds: [`${options.resolvFile}:/etc/resolv.conf:ro`],
          env: { TRAVEL_RELAY: address },
        },
        assign: gateway.assign,
        close: async () => gateway[Symbol.asyncDispose](),
        [Symbol.asyncDispose]: () => acquired.disposeAsync(),
      }
    },
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]()
      const opened = await station?.catch(() => undefined)
      await opened?.[Symbol.asyncDispose]()
    },
  }
}

/**
 * An engine creates networks one after another. Waiting calls queue here by key, so that queueing does not count against
 * their deadline.
 */
export function inTurns(engine: Engine): Engine {
  const slots = createFairSlots({ width: networkCallsAtOnce, ofOneKey: mostOfOneKey(networkCallsAtOnce) })
  const turn = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    using _slot = await slots.take()
    return await call()
  }
  return {
    ...engine,
    createNetwork: (name, options) => turn(() => engine.createNetwork(name, options)),
    joinNetwork: (network, container, address) => turn(() => engine.joinNetwork(network, container, address)),
    removeNetwork: (network) => turn(() => engine.removeNetwork(network)),
  }
}

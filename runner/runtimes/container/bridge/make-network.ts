import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Engine } from '../engine.ts'
import { EngineFailure } from '../engine-failure.ts'
import { createSubnets, type IPv4Range, rangeOf, rangesOfMachine, type Subnet } from './subnets.ts'

export type NetworkKind = {
  /** Part of the network's name. */
  readonly purpose: string
  readonly labels: Readonly<Record<string, string>>
  /** No traffic is routed out of it. */
  readonly isInternal: boolean
  /** Whether this machine has an address on it. */
  readonly hasHost: boolean
}

export type NetworkMaker = ReturnType<typeof createNetworkMaker>

export type NetworkMakerOptions = {
  readonly engine: Pick<Engine, 'createNetwork' | 'removeNetwork' | 'subnets'>
  readonly pool: string
  /** Default: reads the routes of this machine. */
  readonly readRoutes?: () => Promise<string>
}

/** An engine reports a subnet conflict only in free text, so another subnet is tried after any refusal. */
const attempts = 8

/** Makes small networks in ranges that neither the engine nor this machine uses. */
export function createNetworkMaker({ engine, pool, readRoutes = routesOfMachine }: NetworkMakerOptions) {
  const names = new Set<string>()
  let occupied: readonly IPv4Range[] = []
  let isKnown = false
  const subnets = createSubnets({ pool, occupied: () => occupied })

  const look = async () => {
    const [routes, others] = await Promise.all([readRoutes(), engine.subnets()])
    const ranges = others.flatMap((cidr) => (cidr.includes(':') ? [] : [rangeOf(cidr)]))
    occupied = [...rangesOfMachine(routes), ...ranges]
    isKnown = true
  }

  const takeSubnet = async () => {
    if (!isKnown) await look()
    const subnet = subnets.take()
    if (subnet !== undefined) return subnet
    // The conflicting networks may be gone by now.
    await look()
    const other = subnets.take()
    if (other === undefined)
      throw new EngineFailure('refused', `all subnets of ${pool} are in use: no network can be made`)
    return other
  }

  const create = async (name: string, subnet: Subnet, kind: NetworkKind) => {
    const { cidr: Subnet, gateway: Gateway, containers: IPRange } = subnet
    await engine.createNetwork(name, {
      Driver: 'bridge',
      Internal: kind.isInternal,
      EnableIPv6: false,
      Labels: { ...kind.labels },
      IPAM: { Driver: 'default', Config: [{ Subnet, Gateway, IPRange }] },
      Options: kind.hasHost ? {} : { 'com.docker.network.bridge.inhibit_ipv4': 'true' },
    })
  }

  const remove = async (name: string, subnet: Subnet) => {
    try {
      await engine.removeNetwork(name)
    } finally {
      subnets.release(subnet)
      names.delete(name)
    }
  }

  return {
    /** Whether a network of this name is in use. */
    uses: (name: string) => names.has(name),
    async make(kind: NetworkKind) {
      const name = `travel-${kind.purpose}-${randomBytes(8).toString('hex')}`
      names.add(name)
      /** Refused subnets stay reserved until one works, so that each attempt tries another one. */
      await using refused = new AsyncDisposableStack()
      for (let attempt = 1; ; attempt += 1) {
        const subnet = await takeSubnet()
        try {
          await create(name, subnet, kind)
          return { name, subnet, [Symbol.asyncDispose]: () => remove(name, subnet) }
        } catch (cause) {
          refused.defer(() => subnets.release(subnet))
          // A slow engine may have created the network without confirming.
          await engine.removeNetwork(name).catch(() => {})
          if (!isRefusal(cause) || attempt === attempts) {
            names.delete(name)
            throw cause
          }
          subnets.moveOn()
          await look()
        }
      }
    },
  }
}

function isRefusal(cause: unknown): boolean {
  return cause instanceof EngineFailure && cause.reason === 'refused'
}

/**
 * Empty if the file does not exist: then the engine and its networks are on another machine, possibly a virtual one.
 */
async function routesOfMachine(): Promise<string> {
  return readFile('/proc/net/route', 'utf8').catch(() => '')
}

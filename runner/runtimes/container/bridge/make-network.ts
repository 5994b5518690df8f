import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Engine } from '../engine.ts'
import { EngineFailure } from '../engine-failure.ts'
import { type IPv4Range, rangeOf } from './ipv4-range.ts'
import { createSubnets, rangesOfMachine, type Subnet } from './subnets.ts'

/** A network on the engine. Disposing removes it, and takes off it what is still there. */
export type MadeNetwork = AsyncDisposable & { readonly name: string; readonly subnet: Subnet }

export type NetworkKind = {
  /** Part of its name. */
  readonly purpose: string
  readonly labels: Readonly<Record<string, string>>
  /** Nothing is routed from it to elsewhere. */
  readonly isInternal: boolean
  /** This machine has an address on it. */
  readonly hasHost: boolean
}

export type NetworkMaker = {
  make(kind: NetworkKind): Promise<MadeNetwork>
  /** Whether a network of this name is in use. */
  uses(name: string): boolean
}

export type NetworkMakerOptions = {
  readonly engine: Pick<Engine, 'createNetwork' | 'removeNetwork' | 'subnets'>
  readonly pool: string
  /** Absent: the routes of this machine. */
  readonly readRoutes?: () => Promise<string>
}

/** An engine refuses a subnet that others have, and says so in a sentence alone: after any refusal another subnet is tried. */
const attempts = 8

/** Makes networks of a few addresses each, where neither the engine nor this machine has any. */
export function createNetworkMaker({ engine, pool, readRoutes = routesOfMachine }: NetworkMakerOptions): NetworkMaker {
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
    // What was in the way then may be gone now.
    await look()
    const other = subnets.take()
    if (other === undefined) throw new EngineFailure('refused', `no subnet of ${pool} is free for a network`)
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
    uses: (name) => names.has(name),
    async make(kind) {
      const name = `travel-${kind.purpose}-${randomBytes(8).toString('hex')}`
      names.add(name)
      /** Held until one was found, so that each attempt is another subnet. */
      await using refused = new AsyncDisposableStack()
      for (let attempt = 1; ; attempt += 1) {
        const subnet = await takeSubnet()
        try {
          await create(name, subnet, kind)
          return { name, subnet, [Symbol.asyncDispose]: () => remove(name, subnet) }
        } catch (cause) {
          refused.defer(() => subnets.release(subnet))
          // It may have been made all the same, by an engine that was too slow to say so.
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

/** Empty where there is no such file: the engine is on another machine, virtual or not, or there is none of its networks here. */
async function routesOfMachine(): Promise<string> {
  return readFile('/proc/net/route', 'utf8').catch(() => '')
}

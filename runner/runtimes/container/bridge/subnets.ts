import { randomInt } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { type IPv4Range, rangeOf, routesIn, textOf } from './ipv4-range.ts'

/** One small network: its own address, the engine's part of it, the relay's, and the range that a container gets one of. */
export type Subnet = {
  readonly cidr: string
  readonly gateway: string
  readonly relay: string
  readonly containers: string
}

export type Subnets = {
  /** One that nothing known overlaps. Undefined: there is none. */
  take(): Subnet | undefined
  release(subnet: Subnet): void
  /** Goes on somewhere else in the pool: whoever takes those that come next would be met again and again. */
  moveOn(): void
}

export type SubnetsOptions = {
  /** Where all of them lie, such as 10.213.0.0/16. */
  readonly pool: string
  /** What is in use by others: routes of this machine, networks of the engine. */
  readonly occupied: () => readonly IPv4Range[]
  /** From 0 to below 1: where in the pool it begins, so that two instances seldom meet. Absent: random. */
  readonly begin?: number
}

const addresses = 8
const precision = 2 ** 32
const anywhere = () => randomInt(precision) / precision

/** Hands out subnets of 8 addresses, one after another, so that one that was given back rests as long as it can. */
export function createSubnets({ pool, occupied, begin = anywhere() }: SubnetsOptions): Subnets {
  const range = rangeOf(pool)
  const count = Math.floor((range.last - range.first + 1) / addresses)
  const held = new Set<string>()
  let next = Math.floor(begin * count)

  return {
    take() {
      const others = occupied()
      for (let tried = 0; tried < count; tried += 1) {
        const first = range.first + (next % count) * addresses
        next += 1
        const subnet = subnetAt(first)
        const isTaken = others.some((other) => other.first < first + addresses && first <= other.last)
        if (isTaken || held.has(subnet.cidr)) continue
        held.add(subnet.cidr)
        return subnet
      }
      return undefined
    },
    release: ({ cidr }) => void held.delete(cidr),
    moveOn() {
      next = Math.floor(anywhere() * count)
    },
  }
}

/** The engine takes a network's gateway address even where nothing has it; a container's is never one that we give out. */
function subnetAt(first: number): Subnet {
  return {
    cidr: `${textOf(first)}/29`,
    gateway: textOf(first + 1),
    relay: textOf(first + 2),
    containers: `${textOf(first + 4)}/30`,
  }
}

/** What this machine reaches by a route of its own, beside the default one. `routes` is /proc/net/route, where there is one. */
export function rangesOfMachine(routes: string): IPv4Range[] {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const ranges = own.flatMap(({ family, cidr }) => (family === 'IPv4' && cidr !== null ? [rangeOf(cidr)] : []))
  return [...ranges, ...routesIn(routes)]
}

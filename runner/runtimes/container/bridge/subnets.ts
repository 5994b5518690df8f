import { randomInt } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** IPv4 addresses as numbers; both ends are included. */
export type IPv4Range = { readonly first: number; readonly last: number }

const addressBits = 32

/** @throws Error for input other than a CIDR such as 10.213.0.0/16 */
export function rangeOf(cidr: string): IPv4Range {
  const [address, bits] = ipaddr.IPv4.parseCIDR(cidr)
  return around(numberOf(address.toByteArray()), 2 ** (addressBits - bits))
}

export function textOf(address: number): string {
  return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join('.')
}

/**
 * The destinations in /proc/net/route without the default route. The file is hexadecimal, with the lowest byte first.
 */
export function routesIn(routes: string): IPv4Range[] {
  return routes.split('\n').flatMap((line) => {
    const [, destination = '', , , , , , mask = ''] = line.split('\t').map((field) => field.trim())
    if (!/^[0-9A-F]{8}$/i.test(destination) || !/^[0-9A-F]{8}$/i.test(mask) || Number.parseInt(mask, 16) === 0)
      return []
    return [around(littleEndian(destination), 2 ** addressBits - littleEndian(mask))]
  })
}

function around(address: number, size: number): IPv4Range {
  const first = address - (address % size)
  return { first, last: first + size - 1 }
}

function numberOf(bytes: readonly number[]): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0)
}

function littleEndian(hex: string): number {
  return Buffer.from(hex, 'hex').readUInt32LE()
}

/** One small network: its CIDR, the addresses of the gateway and the relay, and the range for containers. */
export type Subnet = {
  readonly cidr: string
  readonly gateway: string
  readonly relay: string
  readonly containers: string
}

type SubnetsOptions = {
  /** The range of all subnets, such as 10.213.0.0/16. */
  readonly pool: string
  /** Ranges in use by others: routes of this machine, networks of the engine. */
  readonly occupied: () => readonly IPv4Range[]
  /** The starting position in the pool, from 0 to below 1. Random by default, so that two instances rarely collide. */
  readonly begin?: number
}

const addresses = 8
const precision = 2 ** 32
const anywhere = () => randomInt(precision) / precision

/** Hands out subnets of 8 addresses one after another, so that a released subnet is reused as late as possible. */
export function createSubnets({ pool, occupied, begin = anywhere() }: SubnetsOptions) {
  const range = rangeOf(pool)
  const count = Math.floor((range.last - range.first + 1) / addresses)
  const held = new Set<string>()
  let next = Math.floor(begin * count)

  return {
    /** A subnet without known overlaps. Undefined: all are occupied. */
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
    release: ({ cidr }: Subnet) => void held.delete(cidr),
    /** Continues at a random position in the pool, to stop competing with another instance for the next subnets. */
    moveOn() {
      next = Math.floor(anywhere() * count)
    },
  }
}

/**
 * The engine reserves a network's gateway address even if no machine uses it. The range for containers includes neither
 * the gateway's nor the relay's address.
 */
function subnetAt(first: number): Subnet {
  return {
    cidr: `${textOf(first)}/29`,
    gateway: textOf(first + 1),
    relay: textOf(first + 2),
    containers: `${textOf(first + 4)}/30`,
  }
}

/**
 * The ranges of this machine's interfaces and routes, without the default route. `routes` is /proc/net/route, or empty.
 */
export function rangesOfMachine(routes: string): IPv4Range[] {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const ranges = own.flatMap(({ family, cidr }) => (family === 'IPv4' && cidr !== null ? [rangeOf(cidr)] : []))
  return [...ranges, ...routesIn(routes)]
}

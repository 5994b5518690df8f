import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSubnets, type IPv4Range, rangeOf, rangesOfMachine, routesIn, type Subnet, textOf } from './subnets.ts'

const pool = '10.213.4.0/22'
const inPool = 128
const overlap = (one: IPv4Range, other: IPv4Range) => one.first <= other.last && other.first <= one.last

test('a subnet has separate addresses for itself, the gateway, the relay and the containers', () => {
  const subnet = createSubnets({ pool: '10.213.0.0/16', occupied: () => [], begin: 0 }).take()
  expect(subnet).toEqual({
    cidr: '10.213.0.0/29',
    gateway: '10.213.0.1',
    relay: '10.213.0.2',
    containers: '10.213.0.4/30',
  })
})

test('hands out every free subnet of the pool, without overlaps', () => {
  const others = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 1023 }), fc.integer({ min: 20, max: 32 })).map(([offset, bits]) => {
      const address = `10.213.${4 + (offset >> 8)}.${offset & 255}`
      return rangeOf(`${address}/${bits}`)
    }),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(others, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (occupied, begin) => {
      const subnets = createSubnets({ pool, occupied: () => occupied, begin })
      const taken: Subnet[] = []
      for (let subnet = subnets.take(); subnet !== undefined; subnet = subnets.take()) taken.push(subnet)
      const ranges = taken.map(({ cidr }) => rangeOf(cidr))
      const whole = rangeOf(pool)
      for (const [index, range] of ranges.entries()) {
        expect(whole.first <= range.first && range.last <= whole.last).toBe(true)
        expect(occupied.some((other) => overlap(range, other))).toBe(false)
        expect(ranges.some((other, at) => at !== index && overlap(range, other))).toBe(false)
      }
      const free = Array.from({ length: inPool }, (_, index) => whole.first + 8 * index).filter(
        (first) => !occupied.some((other) => overlap({ first, last: first + 7 }, other)),
      )
      expect(taken).toHaveLength(free.length)
    }),
  )
})

test('hands out a released subnet again only after all others', () => {
  const subnets = createSubnets({ pool: '10.213.0.0/27', occupied: () => [], begin: 0.5 })
  const first = subnets.take()
  if (first === undefined) throw new Error('All subnets are taken')
  subnets.release(first)
  const more = Array.from({ length: 4 }, () => subnets.take()?.cidr)
  expect(more).toEqual(['10.213.0.24/29', '10.213.0.0/29', '10.213.0.8/29', first.cidr])
  expect(subnets.take()).toBeUndefined()
})

test('treats this machine’s own addresses as occupied', () => {
  expect(rangesOfMachine('')).toContainEqual(rangeOf('127.0.0.0/8'))
})

test('a CIDR denotes its whole range, even if its address is not the first one', () => {
  expect(rangeOf('10.213.0.0/16')).toEqual({ first: 0x0ad50000, last: 0x0ad5ffff })
  expect(rangeOf('10.213.7.9/16')).toEqual(rangeOf('10.213.0.0/16'))
  expect(rangeOf('255.255.255.255/32')).toEqual({ first: 0xffffffff, last: 0xffffffff })
  expect(() => rangeOf('10.213.0.0')).toThrow()
  expect(() => rangeOf('10.213.0.0/33')).toThrow()
})

test('an address survives formatting and parsing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffffff }), (address) => {
      expect(rangeOf(`${textOf(address)}/32`)).toEqual({ first: address, last: address })
    }),
  )
})

test('reads a machine’s routes, and skips the default route and malformed lines', () => {
  const routes = [
    'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT',
    'eth0\t00000000\t0100000A\t0003\t0\t0\t0\t00000000\t0\t0\t0',
    'docker0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0',
    'vpn\t0110D50A\t00000000\t0001\t0\t0\t0\tF8FFFFFF\t0\t0\t0',
    'nonsense',
    '',
  ].join('\n')
  expect(routesIn(routes)).toEqual([rangeOf('172.17.0.0/16'), rangeOf('10.213.16.0/29')])
  expect(routesIn('')).toEqual([])
})

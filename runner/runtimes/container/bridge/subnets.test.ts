import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSubnets, type IPv4Range, rangeOf, rangesOfMachine, type Subnet } from './subnets.ts'

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

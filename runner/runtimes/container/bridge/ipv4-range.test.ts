import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeOf, routesIn, textOf } from './subnets.ts'

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

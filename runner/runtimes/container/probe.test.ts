import { describe, expect, test } from 'vitest'
import { problemOf } from './probe.ts'

const closed = {
  socket: { call: 200, addresses: [], outside: 'ENETUNREACH' },
  bridge: { call: 200, addresses: ['10.213.0.4'], outside: 'EHOSTUNREACH', host: 'EHOSTUNREACH' },
} as const

describe.each(['socket', 'bridge'] as const)('a mode of egress (%s)', (egress) => {
  test('works when its gateway answers and there is no other way out', () => {
    expect(problemOf(closed[egress], egress)).toBeUndefined()
  })

  test.each([
    ['the gateway does not answer', { call: 'ECONNREFUSED' }],
    ['the gateway answers otherwise', { call: 502 }],
    ['it has one more address', { addresses: [...closed[egress].addresses, '172.17.0.2'] }],
    ['it has an IPv6 address', { addresses: ['fe80::1'] }],
    ['somebody outside answered', { outside: 'connected' }],
    ['somebody outside refused', { outside: 'ECONNREFUSED' }],
    ['it may have left for the outside', { outside: 'timeout' }],
    ['nothing is known of the outside', { outside: undefined }],
  ])('does not when %s', (_, found) => {
    expect(problemOf({ ...closed[egress], ...found }, egress)).toContain('not as it should be')
  })
})

test.each(['connected', 'ECONNREFUSED', 'timeout', undefined])('a network with its host on it (%s) is none', (host) => {
  expect(problemOf({ ...closed.bridge, host }, 'bridge')).toContain('not as it should be')
})

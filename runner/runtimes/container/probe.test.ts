import { describe, expect, test } from 'vitest'
import { problemOf } from './availability.ts'

const closed = {
  socket: { call: 200, addresses: [], outside: 'ENETUNREACH' },
  bridge: { call: 200, addresses: ['10.213.0.4'], outside: 'EHOSTUNREACH', host: 'EHOSTUNREACH' },
} as const

describe.each(['socket', 'bridge'] as const)('a mode of egress (%s)', (egress) => {
  test('works when its gateway answers and nothing else is reachable', () => {
    expect(problemOf(closed[egress], egress)).toBeUndefined()
  })

  test.each([
    ['the gateway does not answer', { call: 'ECONNREFUSED' }],
    ['the gateway answers with another status', { call: 502 }],
    ['it has an additional address', { addresses: [...closed[egress].addresses, '172.17.0.2'] }],
    ['it has an IPv6 address', { addresses: ['fe80::1'] }],
    ['an outside host accepted a connection', { outside: 'connected' }],
    ['an outside host refused a connection', { outside: 'ECONNREFUSED' }],
    ['a connection to an outside host timed out, so a packet may have left', { outside: 'timeout' }],
    ['the connection to an outside host was not tried', { outside: undefined }],
  ])('does not work when %s', (_, found) => {
    expect(problemOf({ ...closed[egress], ...found }, egress)).toContain('not isolated')
  })
})

test.each(['connected', 'ECONNREFUSED', 'timeout', undefined])(
  'a bridge network does not work when its host answers or may answer (%s)',
  (host) => {
    expect(problemOf({ ...closed.bridge, host }, 'bridge')).toContain('not isolated')
  },
)

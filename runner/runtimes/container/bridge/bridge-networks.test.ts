import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { recordingLog } from '../../../egress/testing/engine-fixture.ts'
import { withFairKey } from '../../../queue/fair-key.ts'
import type { Engine } from '../engine.ts'
import { createInstanceCa, makeAuthority } from '../gateway/instance-ca.ts'
import { inTurns, openStation } from './bridge-networks.ts'
import { createNetworkMaker, type NetworkKind } from './make-network.ts'

test('the network of a caller waits for at most one turn of another, who makes 300', async () => {
  const made: string[] = []
  let under = 0
  let most = 0
  const calls: Pick<Engine, 'createNetwork' | 'removeNetwork' | 'joinNetwork' | 'subnets'> = {
    async createNetwork(_, { Labels }) {
      under += 1
      most = Math.max(most, under)
      await setImmediate()
      under -= 1
      made.push(Labels?.caller ?? '')
    },
    removeNetwork: async () => {},
    joinNetwork: async () => {},
    subnets: async () => [],
  }
  const engine = inTurns(Object.assign(Object.create(null), calls))
  const networks = createNetworkMaker({ pool: '10.213.0.0/16', readRoutes: async () => '', engine })
  const make = (caller: string) =>
    withFairKey(caller, () => networks.make({ purpose: 'net', labels: { caller }, isInternal: true, hasHost: false }))
  const flood = Array.from({ length: 300 }, () => make('a'))
  await Promise.all([...flood, make('b')])
  // Three of four calls at once are of one caller, so there is always one for another.
  expect(most).toBe(4)
  expect(made.indexOf('b')).toBeLessThanOrEqual(4)
})

const ca = createInstanceCa(await makeAuthority(Date.now()))

/** A station on an engine whose networks have this gateway address. */
async function stationAt(gateway: string) {
  const made: NetworkKind[] = []
  const removed: string[] = []
  const station = await openStation({
    networks: {
      uses: () => false,
      async make(kind) {
        made.push(kind)
        const name = `uplink-${made.length}`
        const subnet = { cidr: '10.213.0.0/29', gateway, relay: '10.213.0.2', containers: '10.213.0.4/30' }
        return { name, subnet, [Symbol.asyncDispose]: async () => void removed.push(name) }
      },
    },
    labels: {},
    ca,
    take: (_, socket) => socket.destroy(),
    log: recordingLog([]),
  })
  return { station, made, removed }
}

test('listens on this machine’s address in an isolated network, if this machine has an address there', async () => {
  const { station, made, removed } = await stationAt('127.0.0.1')
  expect(made).toEqual([{ purpose: 'uplink', labels: {}, isInternal: true, hasHost: true }])
  expect(station).toMatchObject({ network: 'uplink-1', extraHosts: [], start: { host: '127.0.0.1' } })
  expect(station.start.token).toMatch(/^[\w-]{43}$/)
  await station[Symbol.asyncDispose]()
  expect(removed).toEqual(['uplink-1'])
})

test('directs the relay to the engine’s host gateway if the engine’s networks are on another machine', async () => {
  const { station, made, removed } = await stationAt('198.51.100.1')
  expect(made.map(({ isInternal }) => isInternal)).toEqual([true, false])
  expect(removed).toEqual(['uplink-1'])
  expect(station).toMatchObject({
    network: 'uplink-2',
    extraHosts: ['app.travel.internal:host-gateway'],
    start: { host: 'app.travel.internal' },
  })
  await station[Symbol.asyncDispose]()
  expect(removed).toEqual(['uplink-1', 'uplink-2'])
})

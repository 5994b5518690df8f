import { expect, test } from 'vitest'
import { recordingLog } from '../../../egress/testing/engine-fixture.ts'
import { createInstanceCa, makeAuthority } from '../gateway/instance-ca.ts'
import { openStation } from './bridge-networks.ts'
import type { NetworkKind } from './make-network.ts'

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

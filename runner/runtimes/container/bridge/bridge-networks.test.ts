import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withFairKey } from '../../../queue/fair-key.ts'
import type { Engine } from '../engine.ts'
import { inTurns } from './bridge-networks.ts'
import { createNetworkMaker } from './make-network.ts'

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

import { expect, test } from 'vitest'
import { createEnvironmentBroker } from '#lib/platform/server/vault/environment-broker.ts'
import { testManifest } from '#runner/testing/test-manifest.ts'
import { createSourceStatuses } from './sources.ts'

const skillOf = (name: string, secrets: string[]) => ({
  manifest: testManifest({
    name,
    provider: name.toUpperCase(),
    permissions: { network: { egress: [`${name}.example`] }, secrets },
  }),
})

test('lists each skill with secrets as configured, stand-in, or not configured (with the remedy)', async () => {
  const sources = createSourceStatuses({
    skills: {
      list: async () => [
        skillOf('keyless', []),
        skillOf('one', ['ONE_KEY']),
        skillOf('two', ['TWO_KEY']),
        skillOf('three', ['SAMPLE']),
      ],
    },
    broker: createEnvironmentBroker(new Map([['ONE_KEY', { hosts: ['one.example'], value: 'a-real-value' }]])),
    upstreams: { of: (host) => ({ url: `https://${host}`, data: host === 'three.example' ? 'sample' : 'live' }) },
  })
  const listed = await sources()
  expect(listed.map(({ skill, provider, state }) => [skill, provider, state])).toEqual([
    ['one', 'ONE', 'configured'],
    ['two', 'TWO', 'not configured'],
    ['three', 'THREE', 'stand-in'],
  ])
  expect(listed[1]?.missing).toEqual([
    'TWO_KEY is not set, and TRAVEL_CREDENTIALS does not name it: set it, and add {"TWO_KEY":["two.example"]} to TRAVEL_CREDENTIALS',
  ])
  expect(JSON.stringify(listed)).not.toContain('a-real-value')
})

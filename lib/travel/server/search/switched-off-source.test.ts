import { expect, test } from 'vitest'
import { testManifest } from '#runner/testing/test-manifest.ts'
import { createSwitchedOffSource } from './sources.ts'

const host = 'api.example.com'

const skillOf = (name: string, secrets: string[], egress: string) => ({
  manifest: testManifest({
    name,
    capability: 'C-HOTEL-SEARCH',
    permissions: { network: { egress: [egress] }, secrets },
  }),
})

/** The switched-off source among `off`, with these keys and a stand-in for `host`, if there is one. */
const found = (names: readonly string[], standIn: boolean, ...off: ReturnType<typeof skillOf>[]) =>
  createSwitchedOffSource({
    skills: { switchedOff: async () => off },
    broker: { configuredNames: async () => new Set(names) },
    upstreams: {
      of: (asked) => (standIn && asked === host ? { url: 'http://127.0.0.1:1', data: 'sample' } : undefined),
    },
  })('C-HOTEL-SEARCH')

test('a switched-off source counts only if it has all its credentials, or a stand-in answers for it', async () => {
  const keyed = skillOf('keyed', ['KEY', 'SECRET'], host)
  expect(await found(['KEY', 'SECRET'], false, keyed)).toBe('keyed')
  expect(await found(['KEY'], false, keyed)).toBeUndefined()
  expect(await found([], true, keyed)).toBe('keyed')
  expect(await found([], true, skillOf('elsewhere', ['KEY'], 'api.other.example'))).toBeUndefined()
  expect(await found([], false, skillOf('keyless', [], host))).toBe('keyless')
  expect(await found(['KEY'], false)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { testManifest } from '#runner/testing/test-manifest.ts'
import { hasLiveSource } from './sources.ts'

const skillOf = (capability: string, secrets: string[]) => ({
  manifest: testManifest({ name: 'a', capability, permissions: { network: { egress: ['a.example'] }, secrets } }),
})

const isLive = (names: readonly string[], ...skills: ReturnType<typeof skillOf>[]) =>
  hasLiveSource({ list: async () => skills }, { configuredNames: async () => new Set(names) })

test('a search skill with all its credentials is a live source', async () => {
  const flights = skillOf('C-FLIGHT-SEARCH', ['KEY', 'SECRET'])
  expect(await isLive(['KEY', 'SECRET', 'OTHER'], flights)).toBe(true)
  expect(await isLive(['KEY', 'OTHER'], flights)).toBe(false)
  expect(await isLive(['KEY', 'SECRET'], skillOf('C-HOTEL-SEARCH', ['KEY']))).toBe(true)
})

test('credentials count only for a search skill that declares them', async () => {
  expect(await isLive(['KEY'], skillOf('C-REPORTS', ['KEY']))).toBe(false)
  expect(await isLive(['KEY'], skillOf('C-FLIGHT-SEARCH', []))).toBe(false)
  expect(await isLive(['KEY'])).toBe(false)
})

test('does not load skills while there is no credential', async () => {
  const list = async () => Promise.reject(new Error('loaded'))
  expect(await hasLiveSource({ list }, { configuredNames: async () => new Set() })).toBe(false)
})

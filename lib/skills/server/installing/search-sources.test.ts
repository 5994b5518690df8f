import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { presetSources } from '../sources/operator-sources.ts'
import type { Offered, Sources } from '../sources/source.ts'
import { refuse } from '../sources/source-refusal.ts'
import { shelfOf } from './search-sources.ts'

let cacheDir = ''
beforeEach(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'travel-shelves-'))
})
afterEach(() => rm(cacheDir, { recursive: true, force: true }))

const offer = (name: string, description = ''): Offered => ({
  name,
  description,
  version: '1.0.0',
  source: `well-known:example.com/${name}`,
  digest: undefined,
  publisher: undefined,
  dependencies: {},
  conflicts: [],
  author: undefined,
  categories: [],
  installs: undefined,
  rating: undefined,
})
const signal = new AbortController().signal
const named = (offered: readonly Offered[]) => offered.map(({ name }) => name)

test('answers without a connection with what the source offered before, its age, and why it could not be asked', async () => {
  const answers: Awaited<ReturnType<Sources['list']>>[] = [
    { ok: true, offered: [offer('rates')] },
    refuse('timeout', { host: 'example.com', seconds: 60 }),
  ]
  let now = 1_000
  const sources: Pick<Sources, 'list'> = { list: async () => answers.shift() ?? { ok: true, offered: [] } }
  const look = () =>
    shelfOf(
      { sources, operatorSources: presetSources, cacheDir, clock: { now: () => now } },
      'well-known:example.com',
      signal,
    )
  expect(await look()).toMatchObject({ ageMs: 0, refusal: undefined })
  now += 7_200_000
  const offline = await look()
  expect(named(offline?.offered ?? [])).toEqual(['rates'])
  expect(offline).toMatchObject({ ageMs: 7_200_000, refusal: { reason: 'timeout' } })
})

test('knows no source in a text that names none', async () => {
  const sources: Pick<Sources, 'list'> = { list: async () => ({ ok: true, offered: [] }) }
  expect(
    await shelfOf(
      { sources, operatorSources: presetSources, cacheDir, clock: { now: () => 0 } },
      'ftp://example.com',
      signal,
    ),
  ).toBeUndefined()
})

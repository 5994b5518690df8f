import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import type { SkillSuccess } from '#runner/contract/skill-io.ts'
import { createAnswerCache } from './answer-cache.ts'

afterEach(() => vi.useRealTimers())

const mb = 1024 * 1024
const answer = (characters: number): SkillSuccess => ({
  status: 'success',
  skill: 'flight-search',
  version: '0.1.0',
  results: Array.from({ length: characters / 64 }, (_, at) => ({ at, text: 'x'.repeat(44) })),
  metadata: { query_time_ms: 1, cached: false, fetched_at: '2026-11-30T00:00:00.000Z', partial: false },
})

test('forgets the least recently used answers before their objects and encoded bytes take 48 MB', () => {
  const cache = createAnswerCache(Date.now)
  for (let at = 0; at < 40; at += 1) cache.set(String(at), answer(mb), 300)
  const kept = Array.from({ length: 40 }, (_, at) => cache.get(String(at))).filter((found) => found !== undefined)
  const characters = kept.reduce((sum, found) => sum + JSON.stringify(found).length, 0)
  // The objects of one character take about 1.6 bytes, its encoded and compressed bytes 1.1.
  expect(characters * 2.7).toBeLessThanOrEqual(48 * mb)
  expect(characters * 2.7).toBeGreaterThan(45 * mb)
  expect(cache.get('39')).toBeDefined()
})

test('lets go of an expired answer that nobody asks for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const cache = createAnswerCache(Date.now)
  const set = () => {
    const kept = answer(64)
    cache.set('key', kept, 300)
    return new WeakRef(kept)
  }
  const held = set()
  vi.advanceTimersByTime(299_000)
  expect(cache.get('key')).toBeDefined()
  vi.advanceTimersByTime(2_000)
  setFlagsFromString('--expose-gc')
  // A reference lives until the end of the job that read it.
  await new Promise<void>((resolve) => setImmediate(resolve))
  runInNewContext('gc')()
  // The flag is the whole process's: new contexts of other test files would have the function, too.
  setFlagsFromString('--no-expose-gc')
  expect(held.deref()).toBeUndefined()
})

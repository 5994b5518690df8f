import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StringStore } from '#lib/platform/client/browser-store.ts'
import { clearRecent, parseRecent, type RecentSearch, readRecent, rememberSearch } from './recent-searches.ts'

function memoryStore(): StringStore {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}
const search = (query: string, lowest: RecentSearch['lowest'] = null): Extract<RecentSearch, { kind: 'flight' }> => ({
  kind: 'flight',
  query,
  origin: 'Seattle',
  destination: 'Tokyo',
  date: '2027-01-04',
  returnDate: null,
  travelers: 1,
  lowest,
})

describe('recent searches', () => {
  it('keeps the last six, newest first, without repeats', () => {
    const store = memoryStore()
    for (const query of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c']) rememberSearch(store, search(query))
    expect(readRecent(store).map(({ query }) => query)).toEqual(['c', 'g', 'f', 'e', 'd', 'b'])
  })

  it('keeps a price until a newer one is seen', () => {
    const store = memoryStore()
    const lowest = { amount: 847, currency: 'USD', seenAtMs: 5, isSample: false }
    rememberSearch(store, search('a', lowest))
    rememberSearch(store, search('a'))
    expect(readRecent(store)[0]?.lowest).toEqual(lowest)
    const newer = { ...lowest, amount: 901, seenAtMs: 6 }
    rememberSearch(store, search('a', newer))
    expect(readRecent(store)[0]?.lowest).toEqual(newer)
  })

  it('keeps a multi-city trip, and drops a stored trip whose route is invalid', () => {
    const store = memoryStore()
    const multi = { route: 'Seattle to Tokyo to Seattle', flights: 2, lastDate: '2027-01-09' }
    const entry: RecentSearch = { ...search('a'), multi }
    rememberSearch(store, entry)
    expect(readRecent(store)).toMatchObject([{ multi }])
    expect(parseRecent(JSON.stringify([{ ...search('a'), multi: { ...multi, route: 7 } }]))).toEqual([])
  })

  it('is empty when cleared', () => {
    const store = memoryStore()
    rememberSearch(store, search('a'))
    clearRecent(store)
    expect(readRecent(store)).toEqual([])
  })

  it('tolerates any stored text and reads only complete entries', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(Array.isArray(parseRecent(text))).toBe(true)
      }),
    )
    expect(parseRecent(JSON.stringify([{ query: 'a' }, search('b'), { ...search('c'), date: '<b>' }]))).toEqual([
      search('b'),
    ])
  })

  it('tolerates a storage that throws', () => {
    const broken: StringStore = {
      getItem: () => {
        throw new Error('forbidden')
      },
      setItem: () => {
        throw new Error('full')
      },
      removeItem: () => {},
    }
    rememberSearch(broken, search('a'))
    expect(readRecent(broken)).toEqual([])
  })
})

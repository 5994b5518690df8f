import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { RecentSearch } from '../model/recent-search.ts'
import { rememberSearch } from './remember-search.ts'
import { searchesIn } from './remembered-searches.ts'
import { forgetSearches, REMEMBERED_KEY, rememberedText } from './remembered-text.ts'

beforeEach(() => localStorage.clear())

const remembered = () => searchesIn(rememberedText())
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
    for (const query of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'c']) rememberSearch(search(query))
    expect(remembered().map(({ query }) => query)).toEqual(['c', 'g', 'f', 'e', 'd', 'b'])
  })

  it('keeps a price until a newer one is seen', () => {
    const lowest = { amount: 847, currency: 'USD', seenAtMs: 5, isSample: false }
    rememberSearch(search('a', lowest))
    rememberSearch(search('a'))
    expect(remembered()[0]?.lowest).toEqual(lowest)
    const newer = { ...lowest, amount: 901, seenAtMs: 6 }
    rememberSearch(search('a', newer))
    expect(remembered()[0]?.lowest).toEqual(newer)
  })

  it('keeps a multi-city trip, and drops a stored trip whose route is invalid', () => {
    const multi = { route: 'Seattle to Tokyo to Seattle', flights: 2, lastDate: '2027-01-09' }
    const entry: RecentSearch = { ...search('a'), multi }
    rememberSearch(entry)
    expect(remembered()).toMatchObject([{ multi }])
    expect(searchesIn(JSON.stringify([{ ...search('a'), multi: { ...multi, route: 7 } }]))).toEqual([])
  })

  it('shows a stored search without a price that it cannot read', () => {
    expect(searchesIn(JSON.stringify([{ ...search('a'), lowest: { amount: '847' } }]))).toEqual([search('a')])
  })

  it('remembers a search beside any stored text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        localStorage.setItem(REMEMBERED_KEY, text)
        rememberSearch(search('a'))
        expect(remembered()[0]).toEqual(search('a'))
      }),
    )
  })

  it('is empty when cleared', () => {
    rememberSearch(search('a'))
    forgetSearches()
    expect(remembered()).toEqual([])
  })

  it('tolerates any stored text and reads only complete entries', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(Array.isArray(searchesIn(text))).toBe(true)
      }),
    )
    expect(searchesIn(JSON.stringify([{ query: 'a' }, search('b'), { ...search('c'), date: '<b>' }]))).toEqual([
      search('b'),
    ])
  })

  it('tolerates a forbidden storage', () => {
    const forbidden = () => {
      throw new Error('forbidden')
    }
    vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden })
    rememberSearch(search('a'))
    expect(remembered()).toEqual([])
    vi.unstubAllGlobals()
  })
})

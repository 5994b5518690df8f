import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { countFilters, useListState } from './use-list-state.ts'

interface Query {
  sort: string
  row: string | null
  nonstop: boolean
}

const none = { nonstop: false }

function renderList(query: Query) {
  const setQuery = vi.fn<(change: unknown, options?: unknown) => Promise<void>>(async () => {})
  const { result } = renderHook(() => useListState<Query>([query, setQuery], none))
  return { state: result.current, setQuery }
}

test('the sort order and the open row are not filters', () => {
  const { state } = renderList({ sort: 'price', row: 'one 1', nonstop: true })
  expect(state).toMatchObject({ sort: 'price', open: 'one 1', filters: { nonstop: true } })
  expect(Object.keys(state.filters)).toEqual(['nonstop'])
})

test('a row with a chosen part is open', () => {
  expect(renderList({ sort: 'price', row: 'one 1.fare', nonstop: true }).state.open).toBe('one 1')
})

test('changes of sort order and filters in quick succession add one history entry; opening a row adds no entry', () => {
  const { state, setQuery } = renderList({ sort: 'best', row: null, nonstop: false })
  act(() => {
    state.actions.setSort('price')
    state.actions.setFilters({ nonstop: true })
    state.actions.toggle('one 1')
  })
  const [sort, filter, row] = setQuery.mock.calls
  expect([sort, filter]).toEqual([
    [{ sort: 'price' }, { history: 'push' }],
    [{ nonstop: true }, { history: 'replace' }],
  ])
  expect(row).toHaveLength(1)
})

test('clear removes one filter, and clearAll removes all filters', () => {
  const { state, setQuery } = renderList({ sort: 'best', row: null, nonstop: true })
  state.actions.clear('nonstop')
  state.actions.clearAll()
  expect(setQuery.mock.calls.map(([change]) => change)).toEqual([{ nonstop: null }, none])
})

test('toggling a row closes the previous row; toggling the open row closes it', () => {
  const { state, setQuery } = renderList({ sort: 'best', row: null, nonstop: false })
  state.actions.toggle('one 1')
  const change = setQuery.mock.calls[0]?.[0]
  if (typeof change !== 'function') throw new TypeError('the row is set from its previous value')
  expect([null, 'two 2', 'one 1', 'two 2.fare', 'one 1.fare'].map((row) => change({ row }).row)).toEqual([
    'one 1',
    'one 1',
    null,
    'one 1',
    null,
  ])
})

test('only active filters are counted', () => {
  expect(countFilters({ nonstop: false, price: null, airlines: { kind: 'only', values: [] }, bag: true })).toBe(2)
})

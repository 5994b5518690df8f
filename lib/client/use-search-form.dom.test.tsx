import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Resolved } from '../travel/field-sentences.ts'
import { useSearchForm } from './use-search-form.ts'

test('a form that cannot be checked offers a retry, which sends the latest values', async () => {
  const resolve = vi.fn(async ({ from }: { from: string }) => ({ ok: true, query: `from=${from}` }) as const)
  resolve.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const onQuery = vi.fn()
  const initial = { from: 'SEA' }
  const { result } = renderHook(() => useSearchForm({ initial, given: {}, fields: ['from'], resolve, onQuery }))
  expect(result.current.retry).toBeUndefined()
  act(() => result.current.submit({ preventDefault: () => {} }))
  await waitFor(() => expect(result.current.retry).toBeDefined())
  expect(onQuery).not.toHaveBeenCalled()
  act(() => result.current.change({ from: 'AUA' }))
  await act(async () => result.current.retry?.())
  await waitFor(() => expect(onQuery).toHaveBeenCalledExactlyOnceWith('from=AUA'))
  expect(result.current.retry).toBeUndefined()
})

const pressed = { preventDefault: () => {} }

/** A form whose check waits until `arrive` is called, as for a script that arrives late. */
function lateForm() {
  const { promise, resolve: arrive } = Promise.withResolvers<Resolved<'from'>>()
  const onQuery = vi.fn()
  const initial = { from: 'SEA' }
  const form = renderHook(
    () => useSearchForm({ initial, given: {}, fields: ['from'], resolve: () => promise, onQuery }),
    { reactStrictMode: true },
  )
  return { ...form, onQuery, arrive: () => act(async () => arrive({ ok: true, query: 'from=SEA' })) }
}

test('a check that ends after the person has left the page searches nothing', async () => {
  const { result, unmount, onQuery, arrive } = lateForm()
  act(() => result.current.submit(pressed))
  unmount()
  await arrive()
  expect(onQuery).not.toHaveBeenCalled()
})

test('two presses before the check has ended search once', async () => {
  const { result, onQuery, arrive } = lateForm()
  act(() => result.current.submit(pressed))
  act(() => result.current.submit(pressed))
  await arrive()
  expect(onQuery).toHaveBeenCalledExactlyOnceWith('from=SEA')
})

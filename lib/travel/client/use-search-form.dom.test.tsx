import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Resolved } from '../model/field-sentences.ts'
import { useSearchForm } from './use-search-form.ts'

const pressed = { preventDefault: () => {} }

test('a form that cannot be checked says so, and sends the latest values when it is submitted again', async () => {
  const resolve = vi.fn(async ({ from }: { from: string }) => ({ ok: true, query: `from=${from}` }) as const)
  resolve.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const onQuery = vi.fn()
  const initial = { from: 'SEA' }
  const { result } = renderHook(() => useSearchForm({ initial, given: {}, fields: ['from'], resolve, onQuery }))
  expect(result.current.isFailed).toBe(false)
  act(() => void result.current.submit(pressed))
  await waitFor(() => expect(result.current.isFailed).toBe(true))
  expect(onQuery).not.toHaveBeenCalled()
  act(() => result.current.change({ from: 'AUA' }))
  await act(async () => result.current.submit(pressed))
  await waitFor(() => expect(onQuery).toHaveBeenCalledExactlyOnceWith('from=AUA'))
  expect(result.current.isFailed).toBe(false)
})

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
  act(() => void result.current.submit(pressed))
  unmount()
  await arrive()
  expect(onQuery).not.toHaveBeenCalled()
})

test('a press is answered at once, and until the check has ended', async () => {
  const { result, arrive } = lateForm()
  expect(result.current.isBusy).toBe(false)
  act(() => void result.current.submit(pressed))
  expect(result.current.isBusy).toBe(true)
  await arrive()
  expect(result.current.isBusy).toBe(false)
})

test('two presses before the check has ended search once', async () => {
  const { result, onQuery, arrive } = lateForm()
  act(() => void result.current.submit(pressed))
  act(() => void result.current.submit(pressed))
  await arrive()
  expect(onQuery).toHaveBeenCalledExactlyOnceWith('from=SEA')
})

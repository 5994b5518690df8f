import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
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
  act(() => result.current.retry?.())
  await waitFor(() => expect(onQuery).toHaveBeenCalledExactlyOnceWith('from=AUA'))
  expect(result.current.retry).toBeUndefined()
})

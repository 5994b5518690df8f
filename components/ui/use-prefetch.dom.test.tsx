import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { usePrefetch } from './use-preload.ts'

afterEach(() => vi.unstubAllGlobals())

/** The number of requested scripts of a page that becomes idle. */
function requestedWhenIdle(connection?: { saveData: boolean }): number {
  const preload = vi.fn(async () => {})
  vi.stubGlobal('navigator', { connection })
  vi.stubGlobal('requestIdleCallback', (work: () => void) => {
    expect(preload).not.toHaveBeenCalled()
    work()
  })
  vi.stubGlobal('cancelIdleCallback', () => {})
  renderHook(() => usePrefetch(true, [{ preload, isThere: () => false }])).unmount()
  return preload.mock.calls.length
}

test('a page that is idle loads the scripts that its reader may want next', () => {
  expect(requestedWhenIdle()).toBe(1)
  expect(requestedWhenIdle({ saveData: false })).toBe(1)
})

test('a page loads no script ahead for a reader who saves data', () => {
  expect(requestedWhenIdle({ saveData: true })).toBe(0)
})

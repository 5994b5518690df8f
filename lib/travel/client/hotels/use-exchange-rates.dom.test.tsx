import { act, render, renderHook } from '@testing-library/react'
import { Suspense, use } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const rates = { base: 'EUR', date: '2026-11-19', rates: { USD: 1.2 }, data: 'live' }
const asked: ((body: object) => void)[] = []
/** Without the rates that another test of this process left. */
const freshHook = async () => {
  vi.resetModules()
  return (await import('./use-exchange-rates.ts')).useExchangeRates
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise((resolve) => asked.push((body) => resolve(Response.json(body)))))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const answer = (body: object) => act(async () => asked.pop()?.(body))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a list waits for the rates, but not for long, and late rates still arrive', async () => {
  const useExchangeRates = await freshHook()
  const { result, unmount } = renderHook(() => useExchangeRates())
  await pass(1999)
  expect(result.current).toBeUndefined()
  await pass(1)
  expect(result.current).toBeNull()
  await answer({ rates })
  expect(result.current).toEqual(rates)
  unmount()

  const next = renderHook(() => useExchangeRates())
  expect(next.result.current, 'the next list starts with them').toEqual(rates)
  await answer({ rates: null })
  expect(next.result.current, 'and keeps them without new ones').toEqual(rates)
})

test('a list does not wait once there are no rates, or if it needs none', async () => {
  const useExchangeRates = await freshHook()
  const { result } = renderHook(() => useExchangeRates())
  expect(result.current).toBeUndefined()
  await answer({ rates: null })
  expect(result.current).toBeNull()
  expect(renderHook(() => useExchangeRates(false)).result.current).toBeNull()
})

const unfinished = new Promise<never>(() => {})

/** Is never finished once the list no longer waits. */
function List({ useRates }: { useRates: () => unknown }) {
  if (useRates() !== undefined) use(unfinished)
  return 'list'
}

test.each([
  ['the rates arrive', () => answer({ rates })],
  ['the wait for them ends', () => pass(2000)],
])('the page keeps its list until the next one is rendered when %s', async (_, settle) => {
  const useRates = await freshHook()
  const { container } = render(
    <Suspense fallback="nothing">
      <List useRates={useRates} />
    </Suspense>,
  )
  await settle()
  expect(container.textContent).toBe('list')
})

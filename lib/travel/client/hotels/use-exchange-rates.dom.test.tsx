import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, renderHook } from '@testing-library/react'
import { type ReactNode, Suspense, use } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient, FRESH_MS } from '../create-query-client.ts'
import { useExchangeRates } from './use-exchange-rates.ts'

const rates = { base: 'EUR', date: '2026-11-19', rates: { USD: 1.2 }, data: 'live' }
const asked: ((body: object) => void)[] = []
let client = createQueryClient()
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

beforeEach(() => {
  client = createQueryClient()
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise((resolve) => asked.push((body) => resolve(Response.json(body)))))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const answer = async (body: object) => {
  await act(async () => asked.pop()?.(body))
  await pass(0)
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a list waits for the rates, but not for long, and late rates still arrive', async () => {
  const { result, unmount } = renderHook(() => useExchangeRates(), { wrapper })
  await pass(1999)
  expect(result.current).toBeUndefined()
  await pass(1)
  expect(result.current).toBeNull()
  await answer({ rates })
  expect(result.current).toEqual(rates)
  unmount()

  await pass(FRESH_MS - 1)
  const next = renderHook(() => useExchangeRates(), { wrapper })
  expect(next.result.current, 'the next list starts with them').toEqual(rates)
  await answer({ rates: null })
  expect(next.result.current, 'and keeps them without new ones').toEqual(rates)
})

test('a list does not wait once there are no rates, or if it needs none', async () => {
  const { result } = renderHook(() => useExchangeRates(), { wrapper })
  expect(result.current).toBeUndefined()
  await answer({ rates: null })
  expect(result.current).toBeNull()
  expect(renderHook(() => useExchangeRates(false), { wrapper }).result.current).toBeNull()
})

const unfinished = new Promise<never>(() => {})

/** Is never finished once the list no longer waits. */
function List() {
  if (useExchangeRates() !== undefined) use(unfinished)
  return 'list'
}

test.each([
  ['the rates arrive', () => answer({ rates })],
  ['the wait for them ends', () => pass(2000)],
])('the page keeps its list until the next one is rendered when %s', async (_, settle) => {
  const { container } = render(
    <Suspense fallback="nothing">
      <List />
    </Suspense>,
    { wrapper },
  )
  await settle()
  expect(container.textContent).toBe('list')
})

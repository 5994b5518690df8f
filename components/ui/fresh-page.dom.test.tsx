import { act, render } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { afterEach, expect, test, vi } from 'vitest'
import { FreshPage } from './fresh-page.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Pages of one document. `asked`: the requests that wait for the site's answer. */
function subject() {
  const refresh = vi.fn()
  const asked: PromiseWithResolvers<Response>[] = []
  vi.stubGlobal('fetch', () => {
    const request = Promise.withResolvers<Response>()
    asked.push(request)
    return request.promise
  })
  const router = { push: vi.fn(), replace: vi.fn(), back: vi.fn(), forward: vi.fn(), prefetch: vi.fn(), bfcacheId: '' }
  const page = (nowMs: number) => (
    <AppRouterContext value={{ ...router, refresh }}>
      <FreshPage nowMs={nowMs} />
    </AppRouterContext>
  )
  return { refresh, asked, page }
}

test('asks the server again for a page that Back shows again, and only then', async () => {
  const { refresh, asked, page } = subject()
  const first = render(page(1))
  first.rerender(page(2))
  first.unmount()
  render(page(3)).unmount()
  expect(asked).toEqual([])
  const again = render(page(2))
  await act(async () => asked[0]?.resolve(new Response()))
  expect(refresh).toHaveBeenCalledOnce()
  again.rerender(page(4))
  again.unmount()
  expect(asked).toHaveLength(1)
})

test('without an answer of the site, Back keeps the page, although the browser says that it is online', async () => {
  const { refresh, asked, page } = subject()
  render(page(5)).unmount()
  render(page(5))
  await act(async () => asked[0]?.reject(new TypeError('Failed to fetch')))
  expect(navigator.onLine).toBe(true)
  expect(refresh).not.toHaveBeenCalled()
})

test('does not ask the server again for a page that was left before the site answered', async () => {
  const { refresh, asked, page } = subject()
  render(page(6)).unmount()
  render(page(6)).unmount()
  await act(async () => asked[0]?.resolve(new Response()))
  expect(refresh).not.toHaveBeenCalled()
})

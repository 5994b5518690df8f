import { render } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { expect, test, vi } from 'vitest'
import { FreshPage } from './fresh-page.tsx'

test('asks the server again for a page that Back shows again, and only then', () => {
  const refresh = vi.fn()
  const router = { push: vi.fn(), replace: vi.fn(), back: vi.fn(), forward: vi.fn(), prefetch: vi.fn(), bfcacheId: '' }
  const page = (nowMs: number) => (
    <AppRouterContext value={{ ...router, refresh }}>
      <FreshPage nowMs={nowMs} />
    </AppRouterContext>
  )
  const first = render(page(1))
  first.rerender(page(2))
  first.unmount()
  render(page(3)).unmount()
  expect(refresh).not.toHaveBeenCalled()
  const again = render(page(2))
  expect(refresh).toHaveBeenCalledOnce()
  again.rerender(page(4))
  again.unmount()
  expect(refresh).toHaveBeenCalledOnce()

  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(page(2))
  expect(refresh).toHaveBeenCalledOnce()
})

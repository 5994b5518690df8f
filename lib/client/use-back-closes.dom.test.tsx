import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { leaveBy, useBackCloses } from './use-back-closes.ts'

beforeEach(() => {
  window.history.replaceState(null, '', '/search/flights')
})

/** An open layer. The test acts as the browser, which navigates only after `back` has returned. */
function openLayer() {
  const push = vi.spyOn(window.history, 'pushState')
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => {})
  const forward = vi.spyOn(window.history, 'forward').mockImplementation(() => {})
  const close = vi.fn<() => void>()
  const { rerender } = renderHook(({ isOpen }) => useBackCloses(isOpen, close), { initialProps: { isOpen: true } })
  expect(push).toHaveBeenCalledOnce()
  return { back, forward, close, rerender }
}

const pressBack = () => window.dispatchEvent(new PopStateEvent('popstate'))

test('an open layer adds one entry to the history, and Back closes the layer once', () => {
  const { back, close, rerender } = openLayer()
  pressBack()
  pressBack()
  expect(close).toHaveBeenCalledOnce()
  rerender({ isOpen: false })
  expect(back).not.toHaveBeenCalled()
})

test('closing a layer without Back removes its history entry', () => {
  const { back, close, rerender } = openLayer()
  rerender({ isOpen: false })
  expect(back).toHaveBeenCalledOnce()
  pressBack()
  expect(close).not.toHaveBeenCalled()
})

test('if filters changed the URL while the layer was open, its entry remains and lets the browser scroll', () => {
  const { back, rerender } = openLayer()
  window.history.replaceState(window.history.state, '', '/search/flights?stops=0')
  rerender({ isOpen: false })
  expect(window.history.scrollRestoration).toBe('auto')
  expect(back).not.toHaveBeenCalled()
})

test('a closed layer does not change the history', () => {
  const push = vi.spyOn(window.history, 'pushState')
  renderHook(() => useBackCloses(false, () => {}))
  expect(push).not.toHaveBeenCalled()
})

test('while a layer is open, Back does not scroll the page below', () => {
  const { back, rerender } = openLayer()
  expect(window.history.scrollRestoration).toBe('manual')
  rerender({ isOpen: false })
  expect(back).toHaveBeenCalledOnce()
  pressBack()
  expect(window.history.scrollRestoration).toBe('auto')
})

function routerOf() {
  return { push: vi.fn<(href: string) => void>(), replace: vi.fn<(href: string) => void>() }
}

test('a search from the page adds a history entry; a search from a layer replaces the entry of the layer', () => {
  const router = routerOf()
  leaveBy(router, '/one')
  const { back, rerender } = openLayer()
  leaveBy(router, '/two')
  expect([router.push.mock.calls, router.replace.mock.calls]).toEqual([[['/one']], [['/two']]])
  rerender({ isOpen: false })
  expect(window.history.scrollRestoration).toBe('auto')
  expect(back).not.toHaveBeenCalled()
})

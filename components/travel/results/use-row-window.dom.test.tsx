import { act, renderHook } from '@testing-library/react'
import { createRef } from 'react'
import { expect, test, vi } from 'vitest'
import { useRowWindow } from './use-row-window.ts'
import { VisitProvider } from './visit-provider.tsx'

const keys = Array.from({ length: 40 }, (_, at) => `row-${at}`)

function renderRows() {
  const feed = { current: document.body.appendChild(document.createElement('div')) }
  const options = { id: 'board', feed, keys, open: null, held: createRef<null>(), heightAt: () => 100, query: 'a=1' }
  return renderHook(() => useRowWindow(options), { wrapper: VisitProvider })
}

test('a new list does not scroll the page, which would force a layout within its first render', () => {
  const scrollTo = vi.spyOn(window, 'scrollTo')
  const rows = renderRows().result
  expect(rows.current.slots.length).toBeGreaterThan(0)
  expect(scrollTo).not.toHaveBeenCalled()
})

test('a list scrolls the page to the requested row', () => {
  const rows = renderRows().result
  const scrollTo = vi.spyOn(window, 'scrollTo')
  rows.current.goTo(30)
  expect(scrollTo).toHaveBeenCalled()
})

test('a render reads the position of the list only after the next layout', () => {
  const reports: (() => void)[] = []
  class Observer {
    observe = vi.fn()
    unobserve = vi.fn()
    disconnect = vi.fn()
    constructor(report: () => void) {
      reports.push(report)
    }
  }
  vi.stubGlobal('ResizeObserver', Observer)
  const board = document.body.appendChild(document.createElement('div'))
  board.id = 'board'
  const read = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
  const { rerender } = renderRows()
  read.mockClear()
  rerender()
  expect(read).not.toHaveBeenCalled()
  act(() => reports[0]?.())
  expect(read).toHaveBeenCalled()
  read.mockClear()
  rerender()
  expect(read).not.toHaveBeenCalled()
})

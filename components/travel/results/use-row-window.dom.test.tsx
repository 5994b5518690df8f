import { act, renderHook } from '@testing-library/react'
import { createRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useRowWindow } from './use-row-window.ts'
import { VisitProvider } from './visit-provider.tsx'

const keys = Array.from({ length: 40 }, (_, at) => `row-${at}`)

const scrolledTo = (top: number) => vi.spyOn(window, 'scrollY', 'get').mockReturnValue(top)

beforeEach(() => {
  // Never idle: rows beyond the window are rendered when the browser is.
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => {})
  scrolledTo(0)
})

function renderRows() {
  const feed = { current: document.body.appendChild(document.createElement('div')) }
  const options = { id: 'board', feed, keys, open: null, held: createRef<null>(), heightAt: () => 100, query: 'a=1' }
  const rows = renderHook(() => useRowWindow(options), { wrapper: VisitProvider })
  return { ...rows, feed: feed.current }
}

/** Stands for the observer of sizes, and reports what a test says. */
function observeSizes() {
  const reports: ((sizes: { target: Element; borderBoxSize: { blockSize: number }[] }[]) => void)[] = []
  const observed = new Set<Element>()
  class Observer {
    observe = (element: Element) => observed.add(element)
    unobserve = (element: Element) => observed.delete(element)
    disconnect = () => observed.clear()
    constructor(report: (typeof reports)[number]) {
      reports.push(report)
    }
  }
  vi.stubGlobal('ResizeObserver', Observer)
  return {
    observed,
    report: (target: Element, height: number) =>
      act(() => reports[0]?.([{ target, borderBoxSize: [{ blockSize: height }] }])),
  }
}

function rowElement(key: string) {
  const row = document.createElement('article')
  row.dataset.row = key
  return row
}

const watchScrolls = () => vi.spyOn(window, 'scrollTo').mockImplementation(() => {})

/** Scrolls the page, as a reader does. */
function scrollPage(top: number) {
  scrolledTo(top)
  act(() => void window.dispatchEvent(new Event('scroll')))
}

test('a new list does not scroll the page, which would force a layout within its first render', () => {
  const scrollTo = watchScrolls()
  const rows = renderRows().result
  expect(rows.current.slots.length).toBeGreaterThan(0)
  expect(scrollTo).not.toHaveBeenCalled()
})

test('a list scrolls the page to the requested row', () => {
  const rows = renderRows().result
  const scrollTo = watchScrolls()
  rows.current.goTo(30)
  expect(scrollTo.mock.calls).toEqual([[{ top: 3100 - window.innerHeight, behavior: 'instant' }]])
})

test('a list does not scroll the page to a row that is in view', () => {
  const rows = renderRows().result
  const scrollTo = watchScrolls()
  rows.current.goTo(1)
  expect(scrollTo).not.toHaveBeenCalled()
})

test('the rows of the window are rendered, and the space of the others is kept', () => {
  const { result } = renderRows()
  scrollPage(1000)
  const { slots, after } = result.current
  expect(slots[0]).toEqual({ key: 'row-10', index: 10, before: 1000 })
  expect(1000 + 100 * slots.length + after).toBe(4000)
  expect(100 * slots.length).toBeGreaterThanOrEqual(window.innerHeight)
  expect(100 * slots.length).toBeLessThan(window.innerHeight + 200)
})

test('a list is observed while it is on the page, and not afterwards', () => {
  const { observed } = observeSizes()
  const { unmount, feed } = renderRows()
  expect(observed).toContain(feed)
  unmount()
  expect([...observed]).toEqual([])
})

test('a row of another height moves the rows below it', () => {
  const sizes = observeSizes()
  const { result } = renderRows()
  sizes.report(rowElement('row-0'), 350)
  scrollPage(1250)
  expect(result.current.slots[0]).toEqual({ key: 'row-10', index: 10, before: 1250 })
})

test('the page keeps its place when a row above the window changes its height, and only then', () => {
  const sizes = observeSizes()
  renderRows()
  scrollPage(1050)
  const scrollTo = watchScrolls()
  sizes.report(rowElement('row-10'), 180)
  sizes.report(rowElement('row-12'), 180)
  expect(scrollTo).not.toHaveBeenCalled()
  sizes.report(rowElement('row-3'), 130)
  sizes.report(rowElement('row-4'), 120)
  expect(scrollTo.mock.calls).toEqual([[{ top: 1080, behavior: 'instant' }], [{ top: 1100, behavior: 'instant' }]])
})

test('a render reads the position of the list only after the next layout', () => {
  const sizes = observeSizes()
  const board = document.body.appendChild(document.createElement('div'))
  board.id = 'board'
  const read = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
  const { rerender, feed } = renderRows()
  read.mockClear()
  rerender()
  expect(read).not.toHaveBeenCalled()
  sizes.report(feed, 4000)
  expect(read).toHaveBeenCalled()
  read.mockClear()
  rerender()
  expect(read).not.toHaveBeenCalled()
})

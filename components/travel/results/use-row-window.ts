'use client'

import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useWhenIdle } from '#lib/platform/client/use-when-idle.ts'
import { type HeldRow, heldRow, isSeen, keepInPlace, rowsBetween, startsOf } from './held-row.ts'
import { addressNow, useVisitMemory } from './visit-provider.tsx'

interface RowWindowOptions {
  /** The element id of the board. Until the list appears, the board with the placeholder rows has this id. */
  id: string
  feed: RefObject<HTMLDivElement | null>
  /** The keys of the rows, in order. */
  keys: readonly string[]
  /** The key of the open row, or null. */
  open: string | null
  /** The row to keep in place when others are inserted; used once. */
  held: RefObject<HeldRow | null>
  /** The height of a closed row for a given list width, both in px. */
  heightAt: (width: number) => number
  /** The query of the search. */
  query: string
}

/** A rendered row, with the height of the skipped rows before it. */
interface Slot {
  key: string
  index: number
  before: number
}

/** Rows rendered above and below the window, once the visible ones are shown: fewer if they are high. */
const overscanOf = (rowHeight: number): number => Math.min(5, Math.ceil(500 / rowHeight))

interface Offset {
  top: number
  /** The height that sticky headers cover. */
  head: number
  width: number
  /** Whether the offset is an estimate. An estimate never scrolls the page. */
  isLikely: boolean
  /** Whether placeholder rows gave the position. */
  isPlaced: boolean
}

/**
 * Estimates the position and the width of a list that is not in the page yet. The first render then has only the
 * visible rows, and measuring them needs no second render. The list will take the place of the placeholder rows. On a
 * phone it is as wide as the window; elsewhere it leaves space for the filters.
 */
function likelyOffset(placeholder: Element | null): Offset {
  const { innerWidth, scrollY } = window
  const top = placeholder ? Math.round(placeholder.getBoundingClientRect().top + scrollY) : 0
  const width = innerWidth < 720 ? innerWidth : Math.min(innerWidth, 1280) - 300
  return { top, head: 0, width, isLikely: true, isPlaced: placeholder !== null }
}

/** The height that sticky headers cover in a scrolled list, in px. */
function stickyHeight(feed: Element | null): number {
  const heads = feed?.closest('.results')?.querySelectorAll('.sticks, .ruler') ?? []
  const ends = [...heads].map((head) => {
    const { position, top } = getComputedStyle(head)
    return position === 'sticky' ? Number.parseFloat(top) + head.getBoundingClientRect().height : 0
  })
  return Math.round(Math.max(0, ...ends.filter(Number.isFinite)))
}

/** What the window shows, without reading it from the page, which can force a layout. */
interface Seen {
  top: number
  height: number
  /** How far the page was scrolled since `top` was noted, because rows above the window changed their heights. */
  shift: number
}

const seenNow = (): Seen => ({ top: window.scrollY, height: window.innerHeight, shift: 0 })

/** Selects the rendered rows of a long list, and controls the scroll position. */
export function useRowWindow({ id, feed, keys, open, held, heightAt, query }: RowWindowOptions) {
  const [offset, setOffset] = useState(() => likelyOffset(document.getElementById(id)))
  const [overscan, setOverscan] = useState(0)
  const [focused, setFocused] = useState<string | null>(null)
  /** The heights of the rows that have been rendered. */
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map())
  const seen = useRef<Seen>(null)
  seen.current ??= seenNow()
  const [, render] = useReducer((count: number) => count + 1, 0)
  const { top, head, isLikely, isPlaced } = offset
  const closedHeight = heightAt(offset.width)
  const starts = useMemo(() => startsOf(keys, heights, closedHeight), [keys, heights, closedHeight])
  const startOf = (index: number) => top + (starts[index] ?? 0)
  const visibleRows = ({ top: from, height }: Seen) => rowsBetween(starts, from - top, from - top + height)
  const [first, last] = visibleRows(seen.current)

  function measureOffset() {
    const box = feed.current?.getBoundingClientRect()
    if (!box) return
    const [top, width] = [Math.round(box.top + window.scrollY), Math.round(box.width)]
    const head = stickyHeight(feed.current)
    const isSame = top === offset.top && head === offset.head && width === offset.width && !isLikely
    if (!isSame) setOffset({ top, head, width, isLikely: false, isPlaced })
  }

  function measureRows(entries: readonly ResizeObserverEntry[]) {
    const now = seen.current
    const changed = new Map(heights)
    let shift = 0
    for (const { target, borderBoxSize } of entries) {
      const key = target instanceof HTMLElement ? target.dataset.row : undefined
      const index = keys.indexOf(key ?? '')
      if (key === undefined || index < 0) continue
      const height = Math.round(borderBoxSize[0]?.blockSize ?? closedHeight)
      const before = heights.get(key) ?? closedHeight
      if (height === before) continue
      changed.set(key, height)
      // A partly visible row grows downwards; only rows fully above the window may shift the scroll position.
      if (now && startOf(index + 1) <= now.top) shift += height - before
    }
    if ([...changed].some(([key, height]) => heights.get(key) !== height)) setHeights(changed)
    if (now && shift !== 0) {
      now.shift += shift
      window.scrollTo({ top: now.top + now.shift, behavior: 'instant' })
    }
  }

  const onSizes = useEffectEvent((entries: readonly ResizeObserverEntry[]) => {
    measureRows(entries)
    if (entries.some(({ target }) => target === feed.current)) measureOffset()
  })
  const [observer] = useState(() => new ResizeObserver((entries) => onSizes(entries)))
  const measure = useCallback(
    (row: HTMLElement | null) => {
      if (!row) return
      observer.observe(row)
      return () => observer.unobserve(row)
    },
    [observer],
  )

  // Any render may change the content above the list. The observer reports after the next layout, when the position can
  // be read without forcing one. Without placeholder rows, the position is needed at once: a list may have to scroll.
  useLayoutEffect(() => {
    const element = feed.current
    if (isLikely && !isPlaced) measureOffset()
    else if (element) {
      observer.unobserve(element)
      observer.observe(element)
    }
  })

  useWhenIdle(!isLikely, () => startTransition(() => setOverscan(overscanOf(closedHeight))))

  const onSeen = useEffectEvent(() => {
    seen.current = seenNow()
    const [from, to] = visibleRows(seen.current)
    // In the same frame: a later one would first show where rows are missing.
    if (from !== first || to !== last) flushSync(render)
  })
  useEffect(() => {
    const element = feed.current
    if (!element) return
    const onFocus = (event: FocusEvent) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
      setFocused(row?.dataset.row ?? null)
    }
    const onWindow = () => onSeen()
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('focusin', onFocus, { signal })
    window.addEventListener('scroll', onWindow, { passive: true, signal })
    window.addEventListener('resize', onWindow, { signal })
    return () => {
      listening.abort()
      // The rows end their own observation.
      observer.unobserve(element)
    }
  }, [feed, observer])

  const laidOutFor = useRef(closedHeight)
  useEffect(() => {
    if (laidOutFor.current === closedHeight) return
    laidOutFor.current = closedHeight
    // Another layout changes every height.
    setHeights(new Map())
    for (const row of feed.current?.querySelectorAll('[data-row]') ?? []) {
      observer.unobserve(row)
      observer.observe(row)
    }
  }, [feed, observer, closedHeight])

  /** Scrolls once, to where the row probably is: `keepInPlace` goes on from there. */
  const jump = (key: string) => {
    const index = keys.indexOf(key)
    if (index < 0) return false
    window.scrollTo({ top: startOf(index) - head, behavior: 'instant' })
    return true
  }
  useHeldRow(held, keys, jump)
  // Rows start below the sticky headers.
  useFirstScroll(!isLikely, query, open, { jump, show: (key) => jump(key) && keepInPlace({ key, top: head }) })

  // Keeps the rows beside the focused one, because Tab goes there next: without them, Tab would leave the list.
  const pinned = keys.flatMap((key, at) => (key === focused ? [at - 1, at, at + 1] : key === open ? [at] : []))
  const near = Array.from({ length: last - first + 1 + 2 * overscan }, (_, at) => first - overscan + at)
  let end = top
  const slots = [...new Set([...near, ...pinned])]
    .toSorted((a, b) => a - b)
    .flatMap((index): Slot[] => {
      const key = keys[index]
      if (key === undefined) return []
      const before = startOf(index) - end
      end = startOf(index + 1)
      return [{ key, index, before }]
    })
  const after = startOf(keys.length) - end

  /** Scrolls a row into view and focuses its button. */
  function goTo(index: number) {
    const { top, height } = seen.current ?? seenNow()
    const [start, end] = [startOf(index) - head, startOf(index + 1) - height]
    if (start < top || end > top) window.scrollTo({ top: start < top ? start : end, behavior: 'instant' })
    const key = keys[index]
    requestAnimationFrame(() => {
      feed.current?.querySelector<HTMLElement>(`[data-row="${key}"] .opener`)?.focus({ preventScroll: false })
    })
  }

  return { slots, after, measure, goTo }
}

/** Scrolls the held row back to its position after rows were inserted above it. */
function useHeldRow(held: RefObject<HeldRow | null>, keys: readonly string[], jump: (key: string) => boolean) {
  const keep = useEffectEvent((row: HeldRow) => {
    if (jump(row.key)) keepInPlace(row)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when rows are inserted, which moves the held row.
  useLayoutEffect(() => {
    const row = held.current
    held.current = null
    if (row) keep(row)
  }, [held, keys])
}

/**
 * After Back or Forward, restores the scroll position of this URL. Otherwise scrolls to the row that the URL opens,
 * unless the browser already did so after a reload. Records the position while the user scrolls.
 */
function useFirstScroll(
  isLaidOut: boolean,
  query: string,
  open: string | null,
  { jump, show }: { jump: (key: string) => boolean; show: (key: string) => unknown },
) {
  const memory = useVisitMemory()
  const start = useEffectEvent(() => {
    const place = memory.takeScroll(query, addressNow())
    if (place?.row && jump(place.row.key)) keepInPlace(place.row)
    else if (place) window.scrollTo({ top: place.top, behavior: 'instant' })
    else if (open) requestAnimationFrame(() => !(window.scrollY > 0 && isSeen(open)) && show(open))
  })
  useLayoutEffect(() => {
    if (isLaidOut) start()
  }, [isLaidOut])

  // A layout effect, so that the listener is removed before the next page scrolls.
  useLayoutEffect(() => {
    const note = () => memory.noteScroll(query, { top: window.scrollY, row: heldRow() })
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [memory, query])
}

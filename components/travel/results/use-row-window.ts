'use client'

import { defaultRangeExtractor, measureElement, useWindowVirtualizer, windowScroll } from '@tanstack/react-virtual'
import { type RefObject, startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useWhenIdle } from '#lib/platform/client/use-when-idle.ts'
import { type HeldRow, heldRow, isSeen, keepInPlace } from './held-row.ts'
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

/** Virtualizes a long list: selects the rendered rows and controls the scroll position. */
export function useRowWindow({ id, feed, keys, open, held, heightAt, query }: RowWindowOptions) {
  const [offset, setOffset] = useState(() => likelyOffset(document.getElementById(id)))
  const [overscan, setOverscan] = useState(0)
  const [focused, setFocused] = useState<string | null>(null)
  // Keeps the rows beside the focused one, because Tab goes there next: without them, Tab would leave the list.
  const pinned = keys.flatMap((key, at) =>
    key === focused ? [at - 1, at, at + 1].filter((row) => row in keys) : key === open ? [at] : [],
  )
  const { top, isLikely, isPlaced } = offset
  const closedHeight = heightAt(offset.width)

  const isStarted = useRef(false)
  const virtualizer = useWindowVirtualizer({
    count: keys.length,
    estimateSize: () => closedHeight,
    // Takes a new row's size from the observer: reading it here would force a layout within the render.
    measureElement: (element, entry, instance) =>
      entry
        ? measureElement(element, entry, instance)
        : (instance.measurementsCache[instance.indexFromElement(element)]?.size ?? closedHeight),
    overscan,
    scrollMargin: top,
    // Otherwise the first render has no rows, and they follow in one blocking render.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    // Scrolls a row to below the sticky headers.
    scrollPaddingStart: offset.head,
    // A new list keeps the scroll position: scrolling there again would force a layout within the render.
    scrollToFn: (offset, options, instance) => {
      const isThere = !isStarted.current && offset === instance.scrollOffset
      isStarted.current = true
      if (!isThere) windowScroll(offset, options, instance)
    },
    getItemKey: (index) => keys[index] ?? index,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), ...pinned])].toSorted((a, b) => a - b),
  })

  // A partly visible row grows downwards; only rows fully above the window may shift the scroll position.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (item, _, { scrollOffset }) =>
    item.end <= (scrollOffset ?? 0)

  function measureOffset() {
    const box = feed.current?.getBoundingClientRect()
    if (!box) return
    const [top, width] = [Math.round(box.top + window.scrollY), Math.round(box.width)]
    const head = stickyHeight(feed.current)
    const isSame = top === offset.top && head === offset.head && width === offset.width && !isLikely
    if (!isSame) setOffset({ top, head, width, isLikely: false, isPlaced })
  }

  const observer = useRef<ResizeObserver>(null)
  // Any render may change the content above the list. The observer reports after the next layout, when the position can
  // be read without forcing one. Without placeholder rows, the position is needed at once: a list may have to scroll.
  useLayoutEffect(() => {
    const element = feed.current
    if (isLikely && !isPlaced) measureOffset()
    else if (element) {
      observer.current?.unobserve(element)
      observer.current?.observe(element)
    }
  })

  useWhenIdle(!isLikely, () => startTransition(() => setOverscan(overscanOf(closedHeight))))

  const onResize = useEffectEvent(measureOffset)
  useEffect(() => {
    const element = feed.current
    if (!element) return
    observer.current = new ResizeObserver(() => onResize())
    observer.current.observe(element)
    const onFocus = (event: FocusEvent) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
      setFocused(row?.dataset.row ?? null)
    }
    element.addEventListener('focusin', onFocus)
    return () => {
      observer.current?.disconnect()
      element.removeEventListener('focusin', onFocus)
    }
  }, [feed])

  const laidOutFor = useRef(closedHeight)
  useEffect(() => {
    const before = laidOutFor.current
    laidOutFor.current = closedHeight
    // Another layout changes every height.
    if (before !== closedHeight) virtualizer.measure()
  }, [virtualizer, closedHeight])

  /** Scrolls once, to where the row probably is: `keepInPlace` goes on from there, and the virtualizer must not. */
  const jump = (key: string) => {
    const index = keys.indexOf(key)
    const [top] = virtualizer.getOffsetForIndex(index, 'start') ?? []
    if (index < 0 || top === undefined) return false
    window.scrollTo({ top, behavior: 'instant' })
    return true
  }
  useHeldRow(held, keys, jump)
  useFirstScroll(!isLikely, query, open, {
    jump,
    show: (key) => keys.includes(key) && virtualizer.scrollToIndex(keys.indexOf(key), { align: 'start' }),
  })

  const items = virtualizer.getVirtualItems()
  let end = top
  const slots = items.flatMap((item): Slot[] => {
    const key = keys[item.index]
    if (key === undefined) return []
    const before = Math.max(0, item.start - end)
    end = item.end
    return [{ key, index: item.index, before }]
  })
  const after = Math.max(0, virtualizer.getTotalSize() - (end - top))

  /** Scrolls a row into view and focuses its button. */
  function goTo(index: number) {
    virtualizer.scrollToIndex(index, { align: 'auto' })
    const key = keys[index]
    requestAnimationFrame(() => {
      feed.current?.querySelector<HTMLElement>(`[data-row="${key}"] .opener`)?.focus({ preventScroll: false })
    })
  }

  return { slots, after, measure: virtualizer.measureElement, goTo }
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

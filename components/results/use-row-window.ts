'use client'

import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type HeldRow, heldRow, isSeen, keepInPlace } from './held-row.ts'
import { addressNow, useVisitMemory } from './visit-provider.tsx'

interface RowWindowOptions {
  feed: RefObject<HTMLDivElement | null>
  /** The key of each row, in order. */
  keys: readonly string[]
  /** The key of the open row, or null. */
  open: string | null
  /** The row that stays where it is when others come in; taken once. */
  held: RefObject<HeldRow | null>
  /** How high a closed row is in a list of this width, in px. */
  heightAt: (width: number) => number
  /** Of the search whose results these are. */
  query: string
}

/** A row that is in the page, with the height of what is left out before it. */
interface Slot {
  key: string
  index: number
  before: number
}

/** Beside the window, in both directions. */
const OVERSCAN = 5

/**
 * Where a list probably stands before it is in the page, so that its first rows are rendered with the rest and not once more after it:
 * as wide as a phone, or beside filters. What is likely moves nothing.
 */
function likelyOffset(): { top: number; width: number; isLikely: boolean } {
  const { innerWidth } = window
  return { top: 0, width: innerWidth < 720 ? innerWidth : Math.min(innerWidth, 1280) - 300, isLikely: true }
}

/** Which rows of a long list are in the page, and where the page is scrolled to. */
export function useRowWindow({ feed, keys, open, held, heightAt, query }: RowWindowOptions) {
  const [offset, setOffset] = useState(likelyOffset)
  const [focused, setFocused] = useState<string | null>(null)
  const pinned = keys.flatMap((key, at) => (key === open || key === focused ? [at] : []))
  const { top, isLikely } = offset
  const closedHeight = heightAt(offset.width)

  const virtualizer = useWindowVirtualizer({
    count: keys.length,
    estimateSize: () => closedHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: (index) => keys[index] ?? index,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), ...pinned])].toSorted((a, b) => a - b),
  })

  // A row that reaches into the window grows downwards: only what is above moves what is being read.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (item, _, { scrollOffset }) =>
    item.end <= (scrollOffset ?? 0)

  // What stands above the list may have changed with any render.
  useLayoutEffect(() => {
    const box = feed.current?.getBoundingClientRect()
    if (!box) return
    const [top, width] = [Math.round(box.top + window.scrollY), Math.round(box.width)]
    if (top !== offset.top || width !== offset.width || offset.isLikely) setOffset({ top, width, isLikely: false })
  })

  useEffect(() => {
    const element = feed.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.round(entry?.contentRect.width ?? 0)
      setOffset((before) => (Math.abs(before.width - width) > 2 ? { ...before, width } : before))
    })
    observer.observe(element)
    const onFocus = (event: FocusEvent) => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
      setFocused(row?.dataset.row ?? null)
    }
    element.addEventListener('focusin', onFocus)
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', onFocus)
    }
  }, [feed])

  const laidOutFor = useRef(closedHeight)
  useEffect(() => {
    const before = laidOutFor.current
    laidOutFor.current = closedHeight
    // Every height is another one in another layout.
    if (before !== closedHeight) virtualizer.measure()
  }, [virtualizer, closedHeight])

  const show = (key: string | null, align: 'start' | 'auto') => {
    const index = key === null ? -1 : keys.indexOf(key)
    if (index >= 0) virtualizer.scrollToIndex(index, { align })
    return index >= 0
  }
  useHeldRow(held, keys, (key) => show(key, 'start'))
  useFirstScroll(!isLikely, query, open, (key) => show(key, 'start'))

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

  /** Brings a row into the window and gives its button the focus. */
  function goTo(index: number) {
    virtualizer.scrollToIndex(index, { align: 'auto' })
    const key = keys[index]
    requestAnimationFrame(() => {
      feed.current?.querySelector<HTMLElement>(`[data-row="${key}"] .opener`)?.focus({ preventScroll: false })
    })
  }

  return { slots, after, measure: virtualizer.measureElement, goTo }
}

/** Scrolls so that the held row stands where it stood, after others came in before it. */
function useHeldRow(held: RefObject<HeldRow | null>, keys: readonly string[], show: (key: string) => boolean) {
  const keep = useEffectEvent((row: HeldRow) => {
    if (show(row.key)) keepInPlace(row)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that came in are what moves the held one.
  useLayoutEffect(() => {
    const row = held.current
    held.current = null
    if (row) keep(row)
  }, [held, keys])
}

/**
 * Goes to where this address was left when the browser's history led back to it, else to the row that the address has open, unless the
 * browser did after a reload; and notes where it is left.
 */
function useFirstScroll(isLaidOut: boolean, query: string, open: string | null, show: (key: string) => boolean) {
  const memory = useVisitMemory()
  const start = useEffectEvent(() => {
    const place = memory.takeScroll(query, addressNow())
    if (place?.row && show(place.row.key)) keepInPlace(place.row)
    else if (place) window.scrollTo({ top: place.top, behavior: 'instant' })
    else if (open) requestAnimationFrame(() => !(window.scrollY > 0 && isSeen(open)) && show(open))
  })
  useLayoutEffect(() => {
    if (isLaidOut) start()
  }, [isLaidOut])

  useEffect(() => {
    const note = () => memory.noteScroll(query, { top: window.scrollY, row: heldRow() })
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [memory, query])
}

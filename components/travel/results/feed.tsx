'use client'

import { Fragment, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SearchKind } from '#lib/travel/model/results/found.ts'
import { classes } from '../../ui/classes.ts'
import { useTexts } from '../../ui/texts.tsx'
import { DataBadge } from './data-badge.tsx'
import { useReader } from './reader.tsx'
import type { ResultPage } from './use-results.ts'
import { useRowWindow } from './use-row-window.ts'

/** Lets a parent scroll a row into view. */
export interface FeedControl {
  goTo: (index: number) => void
}

/** The place of a row in its list. */
export interface RowPlace {
  ref: Ref<HTMLElement>
  /** The row's index from 0, and the list's length. */
  index: number
  of: number
}

interface FeedProps<Row> {
  page: ResultPage
  /** "Flights". */
  label: string
  rows: readonly Row[]
  /** The keys of the rows. Must stay the same array until the rows change. */
  keys: readonly string[]
  /** The height of a closed row for a given list width, both in px. */
  heightAt: (width: number) => number
  className?: string
  control?: Ref<FeedControl>
  /** Content above the rows. */
  head?: ReactNode
  /** Renders one row; the element with `ref` carries `data-index`, `data-row`, `aria-posinset` and `aria-setsize`. */
  draw: (row: Row, place: RowPlace) => ReactNode
}

/** The maximum number of printed rows; the rest are only counted. */
const MAX_PRINTED = 100

/**
 * The rows in order. Only rows near the window are rendered, plus the open row and the focused one with its neighbors;
 * each has its position and the list's size. One row is open at a time.
 */
export function Feed<Row>(props: FeedProps<Row>) {
  const { page, label, rows, keys, heightAt, className, control, head, draw } = props
  const { kind } = useReader()
  const { query, state, view, list, sort, open, held } = page
  const t = useTexts('results')
  const feed = useRef<HTMLDivElement>(null)
  const isPrinting = usePrinting()
  usePageEnds()
  const { slots, after, measure, goTo } = useRowWindow({ id: kind, feed, keys, open, held, query, heightAt })
  useImperativeHandle(control, () => ({ goTo }))
  const shown = isPrinting ? keys.slice(0, MAX_PRINTED).map((key, index) => ({ key, index, before: 0 })) : slots

  /** Page Down and Page Up move from row to row, as the ARIA feed pattern requires. */
  function onKeyDown(event: React.KeyboardEvent) {
    const step = { PageDown: 1, PageUp: -1 }[event.key]
    const at = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
    const to = Number(at?.dataset.index) + (step ?? Number.NaN)
    if (keys[to] === undefined) return
    event.preventDefault()
    goTo(to)
  }

  return (
    <div {...listPanel(kind, sort)} tabIndex={-1} className={classes('board', className, list.isStale && 'is-stale')}>
      <h2 className="sr-only">{label}</h2>
      {/* The status line, which says so on the screen, is not printed. */}
      {isPrinting && view.kind === 'list' && <DataBadge data={view.offers[0]?.data} />}
      {head}
      <div
        ref={feed}
        className="list"
        role="feed"
        aria-label={label}
        aria-busy={state.phase !== 'done'}
        onKeyDown={onKeyDown}
      >
        {shown.map(({ key, index, before }) => (
          <Fragment key={key}>
            {before > 0 && <div style={{ height: before }} />}
            {rows[index] !== undefined && draw(rows[index], { ref: measure, index, of: rows.length })}
          </Fragment>
        ))}
        {!isPrinting && after > 0 && <div style={{ height: after }} />}
      </div>
      {isPrinting && keys.length > MAX_PRINTED && (
        <p className="print-rest">{t('printed', { kind, shown: MAX_PRINTED, all: keys.length })}</p>
      )}
    </div>
  )
}

/** True while the page is laid out for printing, when rows outside the window must be rendered too. */
function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const media = window.matchMedia('print')
    // Synchronous, because the browser lays out the page right after the event.
    const set = (value: boolean) => flushSync(() => setIsPrinting(value))
    const onChange = () => set(media.matches)
    const onBefore = () => set(true)
    const onAfter = () => set(false)
    media.addEventListener('change', onChange)
    window.addEventListener('beforeprint', onBefore)
    window.addEventListener('afterprint', onAfter)
    return () => {
      media.removeEventListener('change', onChange)
      window.removeEventListener('beforeprint', onBefore)
      window.removeEventListener('afterprint', onAfter)
    }
  }, [])
  return isPrinting
}

/**
 * The attributes of the element with the rows: the panel of the sort tab.
 *
 * @param sort the selected tab; null for a list without sort tabs
 */
export const listPanel = (kind: SearchKind, sort: string | null) =>
  sort === null ? { id: kind } : ({ id: kind, role: 'tabpanel', 'aria-labelledby': `sort-${sort}` } as const)

/** Elements that handle Home and End themselves or scroll separately. */
const OWN_ENDS =
  'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable], dialog, [role="dialog"]'

const isOwn = ({ target, altKey, shiftKey, defaultPrevented }: KeyboardEvent) =>
  defaultPrevented || altKey || shiftKey || (target instanceof Element && target.closest(OWN_ENDS) !== null)

/**
 * Home and End scroll to the ends of the page and stay there while rows are measured; the browser alone would stop at
 * the page end estimated when the key was pressed. Any other scrolling releases the page.
 */
function usePageEnds() {
  useEffect(() => {
    let end: 'Home' | 'End' | null = null
    /** The page's height at the last scroll to its end. */
    let height = 0
    const page = document.documentElement
    const go = () => {
      if (!end) return
      height = page.scrollHeight
      window.scrollTo({ top: end === 'End' ? height : 0, behavior: 'instant' })
    }
    const onKeyDown = (event: KeyboardEvent) => {
      end = (event.key === 'Home' || event.key === 'End') && !isOwn(event) ? event.key : null
      if (!end) return
      event.preventDefault()
      go()
    }
    const onScroll = () => {
      const distance = end === 'End' ? page.scrollHeight - window.innerHeight - window.scrollY : window.scrollY
      if (distance > 1 && page.scrollHeight === height) end = null
    }
    const listening = new AbortController()
    window.addEventListener('keydown', onKeyDown, { signal: listening.signal })
    window.addEventListener('scroll', onScroll, { signal: listening.signal, passive: true })
    const observer = new ResizeObserver(go)
    observer.observe(document.body)
    return () => {
      listening.abort()
      observer.disconnect()
    }
  }, [])
}

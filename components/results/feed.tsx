'use client'

import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useRef,
} from 'react'
import { classes } from '../ui/classes.ts'
import type { HeldRow } from './held-row.ts'
import { useReader } from './reader.tsx'
import { usePageEnds } from './use-page-ends.ts'
import { usePrinting } from './use-printing.ts'
import { useRowWindow } from './use-row-window.ts'

/** Brings a row into the window from outside the list. */
export interface FeedControl {
  goTo: (index: number) => void
}

interface FeedProps {
  id: string
  /** "Flights". */
  label: string
  /** The key of each row, in order; the same array as long as the rows are the same. */
  keys: readonly string[]
  sort: string
  isBusy: boolean
  /** The rows are those of a moment ago. */
  isStale: boolean
  /** The key of the open row, or null. */
  open: string | null
  held: RefObject<HeldRow | null>
  /** Of the search whose results these are. */
  query: string
  /** How high a closed row is in a list of this width, in px. */
  heightAt: (width: number) => number
  className?: string | false
  control?: Ref<FeedControl>
  /** What stands above the rows. */
  head?: ReactNode
  /** One row; the element that gets `ref` carries `data-index`, `data-row` and its place in the list. */
  row: (index: number, ref: Ref<HTMLElement>) => ReactNode
}

/** So many rows go on paper; the rest are counted. */
const MOST_PRINTED = 100

/**
 * The rows in order. Only those near the window are in the page, with the open one and the one in focus; each says which of how
 * many it is. One row is open at a time.
 */
export function Feed(props: FeedProps) {
  const { id, label, keys, sort, isBusy, isStale, open, held, query, heightAt, className, control, head, row } = props
  const { kind } = useReader()
  const feed = useRef<HTMLDivElement>(null)
  const isPrinting = usePrinting()
  usePageEnds()
  const { slots, after, measure, goTo } = useRowWindow({ feed, keys, open, held, query, heightAt })
  useImperativeHandle(control, () => ({ goTo }))
  const shown = isPrinting ? keys.slice(0, MOST_PRINTED).map((key, index) => ({ key, index, before: 0 })) : slots

  /** Page Down and Page Up go from row to row, as in every feed of articles. */
  function onKeyDown(event: KeyboardEvent) {
    const step = { PageDown: 1, PageUp: -1 }[event.key]
    const at = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
    const to = Number(at?.dataset.index) + (step ?? Number.NaN)
    if (keys[to] === undefined) return
    event.preventDefault()
    goTo(to)
  }

  return (
    <div
      id={id}
      role="tabpanel"
      tabIndex={-1}
      aria-labelledby={`sort-${sort}`}
      className={classes('board', className, isStale && 'is-stale')}
    >
      {head}
      <div ref={feed} className="list" role="feed" aria-label={label} aria-busy={isBusy} onKeyDown={onKeyDown}>
        {shown.map(({ key, index, before }) => (
          <Fragment key={key}>
            {before > 0 && <div style={{ height: before }} />}
            {row(index, measure)}
          </Fragment>
        ))}
        {!isPrinting && after > 0 && <div style={{ height: after }} />}
      </div>
      {isPrinting && keys.length > MOST_PRINTED && (
        <p className="print-rest">
          The first {MOST_PRINTED} of {keys.length} {kind.many}. Narrow the list with filters to print others.
        </p>
      )}
    </div>
  )
}

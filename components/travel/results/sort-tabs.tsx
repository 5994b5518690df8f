'use client'

import { type ReactNode, useRef } from 'react'
import { classes } from '../../ui/classes.ts'
import { useTexts } from '../../ui/texts.tsx'
import { useReader } from './reader.tsx'

/** A sort order and its first result. */
interface SortTab<Sort extends string> {
  sort: Sort
  name: string
  /** The main fact of the first result, and a second fact. */
  facts: { strong: string; rest: string } | null
}

interface SortTabsProps<Sort extends string> {
  tabs: readonly SortTab<Sort>[]
  sort: Sort
  /** Invisible while there is nothing to sort, so that the tabs reserve their space. */
  isHidden: boolean
  onSort: (sort: Sort) => void
  /** An explanation of the first sort order. */
  children: ReactNode
}

/** What the tabs of one kind of list need. */
export interface ListSortsProps<List extends { first: unknown; facts: unknown }, Sort extends string>
  extends Pick<SortTabsProps<Sort>, 'sort' | 'isHidden' | 'onSort'> {
  list: Pick<List, 'first' | 'facts'>
  /** The currency of the list. */
  currency: string
}

/** The sort orders of the list, each with its first result. Arrow keys move the focus and the selection together. */
export function SortTabs<Sort extends string>(props: SortTabsProps<Sort>) {
  const { tabs, sort, isHidden, onSort, children } = props
  const { kind } = useReader()
  const root = useRef<HTMLDivElement>(null)
  const t = useTexts('results')

  function onKeyDown(event: React.KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.sort === sort)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    // Alt (on a Mac: Command) with an arrow is the browser's shortcut for Back and Forward.
    if (to === undefined || event.altKey || event.metaKey) return
    event.preventDefault()
    const next = tabs[(to + tabs.length) % tabs.length]?.sort ?? sort
    onSort(next)
    root.current?.querySelector<HTMLElement>(`#sort-${next}`)?.focus()
  }

  return (
    <div className={classes('tabs-frame sticks no-print', isHidden && 'is-unseen')}>
      <div ref={root} className="tabs" role="tablist" aria-label={t('sortOrder')}>
        {tabs.map((tab) => (
          <button
            key={tab.sort}
            id={`sort-${tab.sort}`}
            type="button"
            role="tab"
            className={`tab column is-${tab.sort}`}
            aria-selected={tab.sort === sort}
            aria-controls={kind}
            tabIndex={tab.sort === sort ? 0 : -1}
            onClick={() => onSort(tab.sort)}
            onKeyDown={onKeyDown}
          >
            <span className="tab-name soft">{tab.name}</span>
            <span className="tab-facts">
              {tab.facts ? (
                <>
                  <b>{tab.facts.strong}</b>
                  <span>{tab.facts.rest}</span>
                </>
              ) : (
                '\u00a0'
              )}
            </span>
          </button>
        ))}
      </div>
      {children}
    </div>
  )
}

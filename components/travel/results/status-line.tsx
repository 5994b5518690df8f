'use client'

import type { ReactNode } from 'react'
import type { SearchState } from '#lib/travel/model/results/search-stream.ts'
import type { SearchView } from '#lib/travel/model/results/search-view.ts'
import { statusText } from '#lib/travel/model/results/status-text.ts'
import { bold, spoken } from '../../ui/spoken.tsx'
import { useLocale, useRichTexts, useTexts } from '../../ui/texts.tsx'
import { useAge } from './age.tsx'
import { useNow, useReader } from './reader.tsx'
import { SaveSearch } from './save-search.tsx'

interface StatusLineProps {
  state: SearchState
  view: SearchView
  /** The number of rows that match the filters, of all rows, and of those that the waiting offers add. */
  rows: number
  of: number
  more: number
  /** What the rows are, if not whole trips or hotels. */
  noun?: 'outbound' | 'returns' | undefined
  /** What holds for all prices of the list. */
  notes?: ReactNode
  /** The control of the sort order, in a list without sort tabs. */
  sorting?: ReactNode
  onShowAll: () => void
  onRefresh: () => void
}

/** The minimum age of prices for a refresh: the cache would return younger ones again. */
const OLD_MS = 6 * 60_000

/**
 * The state of the search, with a button that shows new results. Except on the narrowest phones, the line keeps its
 * height until it shows why a search was not saved.
 */
export function StatusLine(props: StatusLineProps) {
  const { state, view, rows, of, more, noun, notes, sorting, onShowAll, onRefresh } = props
  const locale = useLocale()
  const { kind } = useReader()
  const t = useTexts('results')
  const rich = useRichTexts('results')
  const [key, values] = statusText(state, view, { rows, of }, noun ?? kind, locale)
  const ready = readyIn(view, more)
  return (
    <div className="status row">
      <span className="status-sources" aria-hidden="true">
        {state.sources.length === 0 && <i />}
        {state.sources.map(({ skill, progress }) => (
          <i key={skill} className={`is-${progress.state}`} />
        ))}
      </span>
      <p role="status">
        {rich(key, { ...values, b: bold, more: restPart })}
        {ready && <span className="sr-only">{t('moreReady', ready)}</span>}
      </p>
      <MoreWaiting view={view} count={more} onShowAll={onShowAll} />
      {state.phase === 'done' && view.kind === 'list' && <SaveSearch />}
      {view.kind === 'list' && <OldestPrice view={view} isAsking={state.phase !== 'done'} onRefresh={onRefresh} />}
      {notes}
      {sorting}
    </div>
  )
}

/** What waits to join the list, or null. Offers of another kind replace the list. */
function readyIn(view: SearchView, count: number) {
  if (view.kind !== 'list') return null
  const [waiting] = view.waiting
  return waiting ? { count, data: waiting.data === view.offers[0]?.data ? 'same' : waiting.data } : null
}

interface MoreWaitingProps {
  view: SearchView
  /** The number of rows that the waiting offers add. */
  count: number
  onShowAll: () => void
}

/** Says what waits to join the list, with a button that shows it; nothing if nothing waits. */
export function MoreWaiting({ view, count, onShowAll }: MoreWaitingProps) {
  const rich = useRichTexts('results')
  const ready = readyIn(view, count)
  if (!ready) return null
  return (
    <span className="status-more no-print">
      {rich('moreWaiting', { ...ready, b: bold, more: restPart })}{' '}
      <button type="button" className="link" onClick={onShowAll}>
        {rich('showMore', { ...ready, more: spoken })}
      </button>
    </span>
  )
}

const restPart = (children: ReactNode) => <span className="status-rest">{children}</span>

interface OldestPriceProps {
  view: Extract<SearchView, { kind: 'list' }>
  isAsking: boolean
  onRefresh: () => void
}

function OldestPrice({ view, isAsking, onRefresh }: OldestPriceProps) {
  const now = useNow()
  const t = useTexts('results')
  const age = useAge()
  const oldest = Math.min(...view.offers.map(({ fetchedAtMs }) => fetchedAtMs))
  const isOld = now - oldest > OLD_MS
  return (
    <span className="status-age dim">
      <span>{t('oldestPrice', { age: age(oldest) })}</span>
      {isOld && !isAsking && (
        <button type="button" className="link no-print" onClick={onRefresh}>
          {t('checkAgain')}
        </button>
      )}
    </span>
  )
}

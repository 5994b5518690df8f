'use client'

import './saved-searches.css'
import { type ReactNode, useEffect, useState } from 'react'
import {
  changeSearch,
  type Failure,
  markAlertsSeen,
  removeSearch,
  restoreSearch,
  runSearchNow,
} from '#lib/travel/client/trips/trip-calls.ts'
import type { ChangeSearch } from '#lib/travel/model/saved-search.ts'
import type { SavedSearchState, SavedSearchView } from '#lib/travel/model/saved-search-view.ts'
import { useRichTexts, useTexts } from '../../ui/texts.tsx'
import { SavedSearchRow } from './saved-search-row.tsx'
import { Undo, useRemoval } from './undo.tsx'

interface SavedSearchesProps {
  searches: readonly SavedSearchView[]
  alertWays?: ReactNode
  /** Whether alerts are also sent by e-mail. */
  isMailed: boolean
  /** The time of the page, so that the server and the browser write the same ages. */
  nowMs: number
}

/** The saved searches with their prices and alerts. Alerts on the screen count as seen. */
export function SavedSearches({ searches, alertWays, isMailed, nowMs }: SavedSearchesProps) {
  const [t, rich] = [useTexts('trips'), useRichTexts('trips')]
  const texts = { texts: t, refusals: useTexts('refusals') }
  const [changed, setChanged] = useState<Readonly<Record<string, Partial<Pick<SavedSearchView, 'rule' | 'state'>>>>>({})
  const [said, setSaid] = useState('')
  const removal = useRemoval(searches, {
    remove: (id) => told(removeSearch(id, texts)),
    restore: (id) => told(restoreSearch(id, texts)),
  })
  const unread = searches.flatMap(({ alerts }) => alerts.filter(({ isUnread }) => isUnread))
  const latestUnreadMs = unread.length === 0 ? undefined : Math.max(...unread.map(({ seenAtMs }) => seenAtMs))

  useEffect(() => {
    // Only up to the latest one on the screen: the page can be old, such as a saved copy.
    if (latestUnreadMs !== undefined) void markAlertsSeen(latestUnreadMs)
  }, [latestUnreadMs])

  /** Announces `done` after a call that succeeds. */
  async function told(asked: Promise<Failure>, done = ''): Promise<Failure> {
    const failed = await asked
    setSaid(failed === undefined ? done : '')
    return failed
  }
  async function change(id: string, what: ChangeSearch) {
    if (!(await removal.call(told(changeSearch(id, what, texts), t('alertChanged'))))) return
    const { paused, rule } = what
    const before = searches.find((one) => one.id === id)?.state
    const state = paused === undefined || before === undefined ? undefined : stateAfter(paused, before, nowMs)
    const next = { ...(rule && { rule }), ...(state && { state }) }
    setChanged((all) => ({ ...all, [id]: { ...all[id], ...next } }))
  }
  return (
    <section id="searches" className="trips-part" aria-labelledby="searches-heading">
      <h2 id="searches-heading" className="heading" ref={removal.heading} tabIndex={-1}>
        {rich('savedSearches', { note: small })}
      </h2>
      {alertWays}
      <Undo removal={removal} what="search" />
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
      <ul className="trips-list box">
        {removal.shown.map((view) => (
          <SavedSearchRow
            key={view.id}
            view={{ ...view, ...changed[view.id] }}
            nowMs={nowMs}
            isMailed={isMailed}
            onChange={(what) => change(view.id, what)}
            onAsk={() => removal.call(told(runSearchNow(view.id, texts), t('checkedSoon')))}
            onRemove={() => removal.remove(view.id)}
          />
        ))}
      </ul>
    </section>
  )
}

const small = (text: ReactNode) => <small>{text}</small>

/** A pause changes neither the failures of a search nor its planned time. `before`: the state on the server's page. */
function stateAfter(isPaused: boolean, before: SavedSearchState, nowMs: number): SavedSearchState {
  const resumed = before.kind === 'paused' ? before.resumed : before
  return isPaused ? { kind: 'paused', sinceMs: nowMs, resumed } : resumed
}

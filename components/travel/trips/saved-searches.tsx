'use client'

import './saved-searches.css'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  changeSearch,
  type Failure,
  markAlertsSeen,
  removeSearch,
  restoreSearch,
  runSearchNow,
} from '#lib/travel/client/trips/saved-search-calls.ts'
import type { ChangeSearch } from '#lib/travel/model/saved-search.ts'
import type { SavedSearchState, SavedSearchView } from '#lib/travel/model/saved-search-view.ts'
import { Notice } from '../../ui/notice.tsx'
import { useRichTexts, useTexts } from '../../ui/texts.tsx'
import { SavedSearchRow } from './saved-search-row.tsx'
import { Undo } from './undo.tsx'

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
  const router = useRouter()
  const texts = { texts: t, refusals: useTexts('refusals') }
  const [changed, setChanged] = useState<Readonly<Record<string, Partial<Pick<SavedSearchView, 'rule' | 'state'>>>>>({})
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [isRestored, setRestored] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const [said, setSaid] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const unread = searches.flatMap(({ alerts }) => alerts.filter(({ isUnread }) => isUnread))
  const latestUnreadMs = unread.length === 0 ? undefined : Math.max(...unread.map(({ seenAtMs }) => seenAtMs))
  const shown = searches.filter(({ id }) => !removed.includes(id))

  useEffect(() => {
    // Only up to the latest one on the screen: the page can be old, such as a saved copy.
    if (latestUnreadMs !== undefined) void markAlertsSeen(latestUnreadMs, window.fetch.bind(window))
  }, [latestUnreadMs])

  /** Shows the result of a call: its failure, or `done`. Returns whether the call succeeded. */
  async function call(asked: Promise<Failure>, done = ''): Promise<boolean> {
    const failed = await asked
    setFailure(failed)
    setSaid(failed === undefined ? done : '')
    return failed === undefined
  }
  async function change(id: string, what: ChangeSearch) {
    if (!(await call(changeSearch(id, what, window.fetch.bind(window), texts), t('alertChanged')))) return
    const { paused, rule } = what
    const before = searches.find((one) => one.id === id)?.state
    const state = paused === undefined || before === undefined ? undefined : stateAfter(paused, before, nowMs)
    const next = { ...(rule && { rule }), ...(state && { state }) }
    setChanged((all) => ({ ...all, [id]: { ...all[id], ...next } }))
  }
  async function remove(id: string) {
    if (await call(removeSearch(id, window.fetch.bind(window), texts))) {
      setRemoved((ids) => [...ids, id])
      setRestored(false)
    }
  }
  async function restore(id: string) {
    if (!(await call(restoreSearch(id, window.fetch.bind(window), texts)))) return
    setRemoved((ids) => ids.filter((one) => one !== id))
    setRestored(true)
    heading.current?.focus()
    // The page may have been refreshed while the search was removed.
    if (searches.every((search) => search.id !== id)) router.refresh()
  }
  return (
    <section id="searches" className="trips-part" aria-labelledby="searches-heading">
      <h2 id="searches-heading" className="heading" ref={heading} tabIndex={-1}>
        {rich('savedSearches', { note: small })}
      </h2>
      {alertWays}
      <Undo id={removed.at(-1)} what="search" isUndone={isRestored} onUndo={restore} />
      {failure !== undefined && (
        <Notice tone="stop" role="alert">
          {failure}
        </Notice>
      )}
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
      <ul className="trips-list">
        {shown.map((view) => (
          <SavedSearchRow
            key={view.id}
            view={{ ...view, ...changed[view.id] }}
            nowMs={nowMs}
            isMailed={isMailed}
            onChange={(what) => change(view.id, what)}
            onAsk={() => call(runSearchNow(view.id, window.fetch.bind(window), texts), t('checkedSoon'))}
            onRemove={() => remove(view.id)}
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

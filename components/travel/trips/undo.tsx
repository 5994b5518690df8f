'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Failure } from '#lib/travel/client/trips/trip-calls.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useTexts } from '../../ui/texts.tsx'

interface UndoProps {
  removal: Pick<ReturnType<typeof useRemoval>, 'last' | 'isUndone' | 'failure' | 'restore'>
  /** The kind of the items. */
  what: 'trip' | 'search'
}

/**
 * States that an item was removed, and restores it. Gets the focus, because the pressed button is gone. Below it, the
 * failure of the last call.
 */
export function Undo({ removal: { last, isUndone, failure, restore }, what }: UndoProps) {
  const t = useTexts('trips')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (last !== undefined) button.current?.focus()
  }, [last])
  return (
    <>
      <div className="trips-undo row" role="status">
        {last !== undefined && (
          <>
            <span>{t(what === 'trip' ? 'tripRemoved' : 'searchRemoved')}</span>
            <Button ref={button} size="sm" onClick={() => restore(last)}>
              {t('undo')}
            </Button>
          </>
        )}
        {last === undefined && isUndone && <span>{t(what === 'trip' ? 'tripRestored' : 'searchRestored')}</span>}
      </div>
      {failure !== undefined && (
        <Notice tone="stop" role="alert">
          {failure}
        </Notice>
      )}
    </>
  )
}

interface RemovalCalls {
  remove: (id: string) => Promise<Failure>
  restore: (id: string) => Promise<Failure>
}

/** The items of a list from which a person removes some, and restores them. */
export function useRemoval<Item extends { id: string }>(items: readonly Item[], calls: RemovalCalls) {
  const router = useRouter()
  const [removed, setRemoved] = useState<readonly string[]>([])
  const [isUndone, setUndone] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useMemo(() => items.filter(({ id }) => !removed.includes(id)), [items, removed])

  /** Shows the failure of a call. Returns whether the call succeeded. */
  async function call(asked: Promise<Failure>): Promise<boolean> {
    const failed = await asked
    setFailure(failed)
    return failed === undefined
  }
  async function remove(id: string) {
    if (!(await call(calls.remove(id)))) return
    setRemoved((ids) => [...ids, id])
    setUndone(false)
  }
  async function restore(id: string) {
    if (!(await call(calls.restore(id)))) return
    setRemoved((ids) => ids.filter((one) => one !== id))
    setUndone(true)
    heading.current?.focus()
    // The page may have been refreshed while the item was removed.
    if (items.every((item) => item.id !== id)) router.refresh()
  }
  return { shown, last: removed.at(-1), isUndone, failure, heading, call, remove, restore }
}

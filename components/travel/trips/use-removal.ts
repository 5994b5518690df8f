import { useRouter } from 'next/navigation'
import { useMemo, useRef, useState } from 'react'
import type { Failure } from '#lib/travel/client/trips/trip-calls.ts'

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

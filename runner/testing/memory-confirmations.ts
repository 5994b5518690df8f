import { randomBytes } from 'node:crypto'
import type { Confirmations } from '../run/confirm.ts'
import { createMemoryConfirmations, type MemoryConfirmations } from '../run/memory-confirmations.ts'

/** Questions in memory. Each call arrives a minute after the one before it, unless `clock` says otherwise. */
export function memoryConfirmations(
  clock?: () => number,
): Confirmations & Pick<MemoryConfirmations, 'questions' | 'store'> {
  let nowMs = 0
  const now = clock ?? (() => nowMs)
  const arrival = () => {
    nowMs += 60_000
    return now()
  }
  const { confirmations, questions, store } = createMemoryConfirmations({ now, arrival, randomBytes })
  return { ...confirmations, questions, store }
}

import { createFairQueue, type FairQueue } from '#runner/queue/fair-queue.ts'
import { createFairSlots } from '#runner/queue/fair-slots.ts'

/** The address and account that a task counts against. */
export type Applicant = { readonly address: string; readonly account: string }

type FairTurns = {
  /** Runs the task when its turn comes. Returns undefined immediately if the queue is full. */
  run<Value>(applicant: Applicant, task: () => Promise<Value>): Promise<Value> | undefined
}

type Bounds = {
  /** Maximum of concurrent tasks. */
  readonly width: number
  /** The maximum for one address. Less than `width`, so that one address alone cannot delay another's first task. */
  readonly widthOfAddress: number
  readonly maxWaiting: number
  readonly maxWaitingOfAddress: number
}

type Start = (slot: Disposable) => void

/** Addresses take turns, and the accounts of one address take turns within it. */
export function createFairTurns({ width, widthOfAddress, maxWaiting, maxWaitingOfAddress }: Bounds): FairTurns {
  const slots = createFairSlots({ width, ofOneKey: widthOfAddress })
  /** The waiting tasks of each address, by account. */
  const lines = new Map<string, FairQueue<Start>>()

  const inTurn = async <Value>({ address, account }: Applicant, task: () => Promise<Value>): Promise<Value> => {
    const line = lines.get(address) ?? createFairQueue()
    lines.set(address, line)
    const turn = new Promise<Disposable>((start) => line.add(account, start))
    // The slot is the address's, and goes to the account whose turn it is by then.
    slots
      .take(undefined, address)
      .then((slot) => {
        line.next()?.(slot)
        if (line.size === 0) lines.delete(address)
      })
      .catch(() => {})
    using _slot = await turn
    return await task()
  }

  return {
    run(applicant, task) {
      const { address } = applicant
      const hasRoom = slots.waiting < maxWaiting && slots.waitingOf(address) < maxWaitingOfAddress
      return slots.isFree(address) || hasRoom ? inTurn(applicant, task) : undefined
    },
  }
}

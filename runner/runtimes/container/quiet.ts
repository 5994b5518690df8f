import type { After } from '../../egress/scope.ts'

/** Tells work that nobody waits for when somebody else needs the machine. */
export type Quiet = {
  /** Until it is disposed of, somebody does. */
  busy(): Disposable
  /** Resolves when nobody does, or when it was waited for long enough: under load that never ends work is done, too. */
  wait(): Promise<void>
}

const longestMs = 500

export function createQuiet(after: After): Quiet {
  let count = 0
  let waiting: PromiseWithResolvers<void> | undefined
  return {
    busy() {
      let isBusy = true
      count += 1
      return {
        [Symbol.dispose]() {
          if (!isBusy) return
          isBusy = false
          count -= 1
          if (count === 0) waiting?.resolve()
        },
      }
    },
    async wait() {
      if (count === 0) return
      waiting ??= Promise.withResolvers()
      const { promise, resolve } = waiting
      const cancel = after(longestMs, resolve)
      await promise
      cancel()
      waiting = undefined
    },
  }
}

import { useSyncExternalStore } from 'react'

/**
 * Requests that the server refused until the operator proves to be present. The console's dialog settles all of them; a
 * proof allows one operation, so the server may ask again for the others.
 */
let waiting: readonly ((hasProved: boolean) => void)[] = []
const dialogs = new Set<() => void>()

const tellDialogs = () => {
  for (const tell of dialogs) tell()
}

/** Opens the dialog. Resolves to whether the operator has proved it; to false at once if no dialog is there. */
export function askForProof(): Promise<boolean> {
  if (dialogs.size === 0) return Promise.resolve(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  waiting = [...waiting, resolve]
  tellDialogs()
  return promise
}

/** Closes the dialog: the requests are sent again, or fail as the server answered them. */
export function settleProof(hasProved: boolean): void {
  const settled = waiting
  waiting = []
  tellDialogs()
  for (const settle of settled) settle(hasProved)
}

const watch = (tell: () => void) => {
  dialogs.add(tell)
  return () => {
    dialogs.delete(tell)
    // Without a dialog, nobody could answer.
    if (dialogs.size === 0 && waiting.length > 0) settleProof(false)
  }
}

/** Whether a request waits for the operator's proof. */
export const useIsProofAsked = (): boolean =>
  useSyncExternalStore(
    watch,
    () => waiting.length > 0,
    () => false,
  )

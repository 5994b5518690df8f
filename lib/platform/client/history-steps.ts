/** Consecutive changes of a list within this time share one history entry. */
const ONE_STEP_MS = 1500

interface HistoryStepPorts {
  now: () => number
  /** Whether a dialog covers the page. The dialog's own history entry then also covers the changes made in it. */
  isCovered: () => boolean
}

/** Decides whether the next change of a list adds a history entry or replaces the last one. */
export function createHistorySteps({ now, isCovered }: HistoryStepPorts): () => 'push' | 'replace' {
  let lastMs = Number.NEGATIVE_INFINITY
  return () => {
    const isOfStep = now() - lastMs < ONE_STEP_MS
    lastMs = now()
    return isCovered() || isOfStep ? 'replace' : 'push'
  }
}

/** Whether a dialog covers the page. */
export const isPageCovered = (): boolean => document.querySelector('dialog[open]') !== null

import type { Steps } from '../model/steps.ts'

/** The time of work between two pauses, in ms. A slow phone takes four times as long, which is still unnoticeable. */
const TURN_MS = 5

/** Takes all steps in tasks of their own, with pauses so that the page responds to its user. */
export async function finishInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (let turnEndsAt = 0; ; ) {
    if (performance.now() >= turnEndsAt) {
      await nextTask()
      turnEndsAt = performance.now() + TURN_MS
    }
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Resolves in a new task, so that the page can respond first. */
export function nextTask(): Promise<void> {
  // Safari has no `scheduler.yield`.
  return globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}

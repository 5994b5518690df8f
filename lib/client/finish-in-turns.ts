import type { Steps } from '../travel/steps.ts'

/** Work without a pause, in ms. On a slow phone, four times as long is still unnoticeable. */
const TURN_MS = 5

/** Takes all steps, pausing between them so that the page responds to its user. */
export async function finishInTurns<Result>(
  steps: Steps<Result>,
  pause: () => Promise<void> = nextTask,
  now: () => number = () => performance.now(),
): Promise<Result> {
  for (let turnEndsAt = now() + TURN_MS; ; ) {
    const { done, value } = steps.next()
    if (done) return value
    if (now() < turnEndsAt) continue
    await pause()
    turnEndsAt = now() + TURN_MS
  }
}

/** Resolves in a task of its own, so that the page can respond before. */
export function nextTask(): Promise<void> {
  // Safari has no `scheduler.yield`.
  if ('scheduler' in globalThis && 'yield' in scheduler) return scheduler.yield()
  return new Promise((resolve) => setTimeout(resolve))
}

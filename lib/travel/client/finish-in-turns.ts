import type { Steps } from '../model/steps.ts'

/** The time of work between two pauses, in ms. A slow phone takes four times as long, which is still unnoticeable. */
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

/** Resolves in a new task, so that the page can respond first. */
export function nextTask(): Promise<void> {
  // Safari has no `scheduler.yield`.
  if ('scheduler' in globalThis && 'yield' in scheduler) return scheduler.yield()
  return new Promise((resolve) => setTimeout(resolve))
}

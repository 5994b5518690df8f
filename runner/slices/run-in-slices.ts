import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import { createFairSlots } from '../queue/fair-slots.ts'

/** How long one slice may occupy the main thread. */
const sliceMs = 5

/** All long work of this process shares its one main thread: one slice runs in each turn of the event loop. */
const thread = createFairSlots({ width: 1 })

/** Runs long work in slices, so that other work can run in between. The work of different keys takes turns. */
export async function runInSlices<Result>(work: Generator<unknown, Result>): Promise<Result> {
  for (;;) {
    using _slice = thread.takeFree() ?? (await thread.take())
    const began = performance.now()
    do {
      const step = work.next()
      if (step.done) return step.value
    } while (performance.now() - began < sliceMs)
    await turnOfTheEventLoop()
  }
}

/** Runs the same work in one step, for a caller that cannot wait: what it passes must be short. */
export function atOnce<Result>(work: Generator<unknown, Result>): Result {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value
}

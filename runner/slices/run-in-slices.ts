import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'

/** How long one slice may occupy the main thread. */
const sliceMs = 5

/** Runs long work in slices, so that other work can run in between. */
export async function runInSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  let began = performance.now()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    if (performance.now() - began < sliceMs) continue
    await turnOfTheEventLoop()
    began = performance.now()
  }
}

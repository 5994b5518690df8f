import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'

/** So long one piece of work has the thread that serves everybody. */
const sliceMs = 5

/** Does work that is long in all: it yields where it may be left for a while, and others have their turn. */
export async function runInSlices<Result>(work: Generator<void, Result>): Promise<Result> {
  let began = performance.now()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    if (performance.now() - began < sliceMs) continue
    await turnOfTheEventLoop()
    began = performance.now()
  }
}

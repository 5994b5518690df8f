import { performance } from 'node:perf_hooks'

const everyMs = 2 * 60_000
/** The share of its time that an idle process works. */
const idleShare = 0.05

/**
 * Gives back what an idle process no longer needs, such as expired answers, and the holes between what it needs. V8
 * collects when a program makes new objects, and an idle one makes few. Takes a quarter of a second. Only with Node's
 * `--expose-gc`.
 */
export function collectWhenIdle(opened: DisposableStack | AsyncDisposableStack): void {
  const { gc } = globalThis
  if (gc === undefined) return
  let looked = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    if (performance.eventLoopUtilization(now, looked).utilization < idleShare)
      gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    looked = now
  }, everyMs)
  timer.unref()
  opened.defer(() => clearInterval(timer))
}

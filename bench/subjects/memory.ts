import { setTimeout as delay } from 'node:timers/promises'
import { BroadcastChannel } from 'node:worker_threads'

/** The channel that asks workers to collect garbage. */
const memoryChannel = 'memory'

/** Collects garbage on this thread. Needs Node's `--expose-gc`. */
function collectGarbage(): void {
  if (!globalThis.gc) throw new Error('measuring memory needs Node’s --expose-gc')
  // Repeated, because buffers freed by one collection are subtracted only at the next.
  for (let turn = 0; turn < 3; turn += 1) globalThis.gc()
}

/** The process's resident memory in bytes, after garbage collection on all threads. */
export async function settledRss(): Promise<number> {
  const channel = new BroadcastChannel(memoryChannel)
  for (let turn = 0; turn < 4; turn += 1) {
    channel.postMessage('collect')
    collectGarbage()
    await delay(150)
  }
  channel.close()
  return process.memoryUsage.rss()
}

/** Makes this worker collect garbage on request. */
export function collectOnRequest(): void {
  const channel = new BroadcastChannel(memoryChannel)
  channel.onmessage = collectGarbage
  channel.unref()
}

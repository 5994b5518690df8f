import { setTimeout as delay } from 'node:timers/promises'
import { BroadcastChannel } from 'node:worker_threads'

/** On it, workers are asked to collect their garbage, and say what they hold then. */
export const memoryChannel = 'memory'

/** What this thread holds once garbage is gone: its heap, and the buffers beside it. Needs Node's `--expose-gc`. */
export function bytesHeldHere(): number {
  if (!globalThis.gc) throw new Error('Memory is measured with --expose-gc only')
  // The buffers that one collection frees are counted off by the next.
  for (let turn = 0; turn < 3; turn += 1) globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** What this thread and its workers hold, in bytes, once garbage is gone. Instances of WebAssembly do not count. */
export async function bytesHeld(workers: number): Promise<number> {
  const channel = new BroadcastChannel(memoryChannel)
  const { promise, resolve } = Promise.withResolvers<void>()
  let answers = 0
  let total = 0
  channel.onmessage = ({ data }) => {
    if (typeof data !== 'number') return
    total += data
    answers += 1
    if (answers === workers) resolve()
  }
  channel.postMessage('how much?')
  await promise
  channel.close()
  return total + bytesHeldHere()
}

/** The memory of this process in bytes, once garbage is gone on all of its threads. */
export async function settledRss(): Promise<number> {
  const channel = new BroadcastChannel(memoryChannel)
  for (let turn = 0; turn < 4; turn += 1) {
    channel.postMessage('how much?')
    bytesHeldHere()
    await delay(150)
  }
  channel.close()
  return process.memoryUsage.rss()
}

import { setTimeout as delay } from 'node:timers/promises'
import { BroadcastChannel } from 'node:worker_threads'

/** The channel that asks workers to collect garbage and report their memory. */
export const memoryChannel = 'memory'

/** This thread's heap and external buffers after garbage collection, in bytes. Needs Node's `--expose-gc`. */
export function bytesHeldHere(): number {
  if (!globalThis.gc) throw new Error('measuring memory needs Node’s --expose-gc')
  // Repeated, because buffers freed by one collection are subtracted only at the next.
  for (let turn = 0; turn < 3; turn += 1) globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** The memory of this thread and its workers after garbage collection, in bytes, without WebAssembly instances. */
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

/** The process's resident memory in bytes, after garbage collection on all threads. */
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

/** Makes this worker collect garbage and report its memory on request. */
export function reportMemory(): void {
  const channel = new BroadcastChannel(memoryChannel)
  channel.onmessage = ({ data }) => {
    if (typeof data !== 'number') channel.postMessage(bytesHeldHere())
  }
  channel.unref()
}

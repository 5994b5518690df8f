import { setTimeout as delay } from 'node:timers/promises'
import { BroadcastChannel } from 'node:worker_threads'

export const garbageChannel = 'collect-garbage'

/**
 * The memory of this process in bytes, worker threads included, once garbage is gone. Needs Node's `--expose-gc`, and
 * workers that listen on the channel.
 */
export async function settledRss(): Promise<number> {
  if (!globalThis.gc) throw new Error('Memory is measured with --expose-gc only')
  const channel = new BroadcastChannel(garbageChannel)
  for (let turn = 0; turn < 4; turn += 1) {
    channel.postMessage(turn)
    globalThis.gc()
    await delay(150)
  }
  channel.close()
  return process.memoryUsage.rss()
}

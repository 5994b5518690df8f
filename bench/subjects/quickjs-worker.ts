import { BroadcastChannel } from 'node:worker_threads'
import '../../runner/pool/worker.ts'
import { garbageChannel } from './settled-rss.ts'

/** The runtime's own worker, which also collects its garbage when memory is to be measured. */
const channel = new BroadcastChannel(garbageChannel)
channel.onmessage = () => globalThis.gc?.()
channel.unref()

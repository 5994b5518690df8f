import { BroadcastChannel } from 'node:worker_threads'
import '../../runner/runtimes/quickjs/worker.ts'
import { bytesHeldHere, memoryChannel } from './memory.ts'

/** The runtime's worker, extended to report its memory on request. */
const channel = new BroadcastChannel(memoryChannel)
channel.onmessage = ({ data }) => {
  if (typeof data !== 'number') channel.postMessage(bytesHeldHere())
}
channel.unref()

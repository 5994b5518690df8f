import { BroadcastChannel } from 'node:worker_threads'
import '../../runner/runtimes/quickjs/pool/worker.ts'
import { bytesHeldHere, memoryChannel } from './memory.ts'

/** The runtime's own worker, which also says how much memory it holds when it is asked. */
const channel = new BroadcastChannel(memoryChannel)
channel.onmessage = ({ data }) => {
  if (typeof data !== 'number') channel.postMessage(bytesHeldHere())
}
channel.unref()

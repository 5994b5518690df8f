import { Worker } from 'node:worker_threads'
import { control } from '../../pool/control.ts'
import { FromWorker, type ToWorker } from '../../pool/messages.ts'
import type { LoadedInterpreter } from '../load-interpreter.ts'

/** The fuel that each script leaves over in a worker thread of the app. Each host call gets the same answer. */
export async function costsInWorker(loaded: LoadedInterpreter, scripts: readonly string[]): Promise<readonly number[]> {
  const slots = new SharedArrayBuffer(control.slots * Int32Array.BYTES_PER_ELEMENT)
  const workerData = { own: loaded, control: slots, keptBytes: 1e9, isLowPriority: false }
  const worker = new Worker(new URL('../worker.ts', import.meta.url), { workerData })
  const costs: number[] = []
  const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>()
  const post = (message: ToWorker) => worker.postMessage(message)
  const startNext = () => {
    const code = scripts[costs.length]
    if (code === undefined) return resolve(costs)
    const input = JSON.stringify({ action: 'probe', params: {}, config: {} })
    const limits = { memoryMb: 64, fuel: 400_000_000, outputBytes: 100_000, hostCalls: 32, reportsTurns: false }
    const fixed = { seed: '07'.repeat(16), nowMs: Date.UTC(2026, 2, 15), secrets: {}, ahead: [], input, ...limits }
    calls = 0
    post({ type: 'run', execution: costs.length + 1, digest: code, code, ...fixed })
  }
  let calls = 0
  worker.on('error', reject)
  worker.on('message', (said: unknown) => {
    const message = FromWorker.parse(said)
    if (message.type === 'ready') startNext()
    else if (message.type === 'waiting') {
      calls += 1
      const json = '{"a":[1,2]}'
      post({ type: 'answer', execution: message.execution, call: calls, fulfilled: true, json, body: undefined })
    } else if (message.type === 'ended') {
      costs.push(message.fuelLeft)
      startNext()
    }
  })
  try {
    return await promise
  } finally {
    await worker.terminate()
  }
}

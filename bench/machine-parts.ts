import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { findProjectRoot } from '../lib/platform/server/env/project-root.ts'
import { enginePathIn } from '../runner/runtimes/quickjs/engine.ts'
import { linesOf, type Measurement, timesOf, valuesOf } from './measure.ts'

const echo = `const { parentPort } = require('node:worker_threads')
parentPort.on('message', (text) => parentPort.postMessage(text))`

const startThread = async (): Promise<Worker> => {
  const worker = new Worker(echo, { eval: true })
  await once(worker, 'online')
  return worker
}

/**
 * What the machine takes for the parts of a sandbox. Ours sends a message to a thread that waits; peers start a thread
 * and an engine for each run. Machines differ in how these parts compare.
 */
export async function machineParts(): Promise<Measurement[]> {
  const thread = await startThread()
  const engine = await readFile(enginePathIn(findProjectRoot()))
  const parts: Readonly<Record<string, readonly [n: number, work: () => unknown]>> = {
    'a message to a thread and back': [
      5000,
      () => {
        thread.postMessage('{}')
        return once(thread, 'message')
      },
    ],
    'start and end of a thread': [50, async () => (await startThread()).terminate()],
    'compiling the engine': [20, () => WebAssembly.compile(engine)],
    'start and end of a process': [20, () => once(spawn(process.execPath, ['-e', '0']), 'close')],
  }
  const lines: Measurement[] = []
  for (const [subject, [n, work]] of Object.entries(parts)) {
    await timesOf(Math.ceil(n / 10), 1, work)
    const { p50, p99 } = valuesOf(await timesOf(n, 1, work))
    lines.push(...linesOf({ bench: 'hello', subject, of: 'the machine' }, n, { p50, p99 }))
  }
  await thread.terminate()
  return lines
}

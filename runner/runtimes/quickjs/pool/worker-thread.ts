import { Worker } from 'node:worker_threads'
import type { Log } from '../../../ports.ts'
import { control } from './control.ts'
import { FromWorker, type ToWorker } from './messages.ts'

export type WorkerThreadOptions = {
  /** Absolute path of `worker.ts`, or of a file that speaks the same messages. */
  readonly workerPath: string
  readonly module: WebAssembly.Module
  /** VMs that the worker keeps. */
  readonly instances: number
  /** What its waiting executions may keep before it takes no further ones. */
  readonly keptBytes: number
  /** Of the worker's own JavaScript; the guests' memory is bounded elsewhere. */
  readonly heapMb: number
  readonly log: Log
}

export type WorkerThreadEvents = {
  message(message: FromWorker): void
  /** The thread has ended, for whatever reason. Once. */
  gone(reason: string): void
}

export type WorkerThread = {
  post(message: ToWorker): void
  /** The execution that the worker is busy with at this moment, or was when it ended; 0: none. */
  running(): number
  /** Asks the execution to stop, if it runs, or once it runs. One that was asked before and still runs goes first. */
  stop(execution: number): void
  /** Ends the thread at once. */
  terminate(): Promise<void>
}

/** Executions that were begun may go on to keep this much more than what stops new ones. */
const keptBytesReserve = 1.5

/** Starts one worker thread, without environment, arguments or standard streams of its own. */
export function startWorkerThread(options: WorkerThreadOptions, events: WorkerThreadEvents): WorkerThread {
  const { log } = options
  const shared = new SharedArrayBuffer(control.slots * Int32Array.BYTES_PER_ELEMENT)
  const slots = new Int32Array(shared)
  const worker = new Worker(options.workerPath, {
    workerData: {
      module: options.module,
      control: shared,
      instances: options.instances,
      keptBytes: options.keptBytes * keptBytesReserve,
    },
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    // Deep recursion has to end inside the guest, by its own limit.
    resourceLimits: { stackSizeMb: 8, maxOldGenerationSizeMb: options.heapMb },
  })

  let reason = 'it exited'
  const terminate = async () => {
    await worker.terminate()
  }
  const abandon = (why: string) => {
    reason = why
    terminate().catch((cause: unknown) => log.error('A worker thread does not end', { cause }))
  }
  worker.on('message', (value: unknown) => {
    const message = FromWorker.safeParse(value)
    if (message.success) events.message(message.data)
    else abandon(`it sent a message that is not one of its own: ${message.error.message}`)
  })
  worker.on('messageerror', (error) => abandon(`it sent a message that cannot be read: ${error.message}`))
  worker.on('error', (error) => {
    reason = `it failed: ${error instanceof Error ? error.message : String(error)}`
  })
  worker.on('exit', () => events.gone(reason))
  for (const stream of [worker.stdout, worker.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => log.warn('A worker thread printed', { text }))
  }

  return {
    post: (message) => {
      if (message.type !== 'answer' || !message.body) return worker.postMessage(message)
      // A view would take its whole buffer along, and with it what else is in there.
      const body = Uint8Array.from(message.body)
      worker.postMessage({ ...message, body }, [body.buffer])
    },
    running: () => Atomics.load(slots, control.running),
    stop: (execution) => {
      const asked = Atomics.load(slots, control.stop)
      if (asked === 0 || asked !== Atomics.load(slots, control.running)) Atomics.store(slots, control.stop, execution)
    },
    terminate,
  }
}

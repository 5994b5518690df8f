import { Worker } from 'node:worker_threads'
import type { Log } from '../../core/ports.ts'
import { control } from './control.ts'
import { FromWorker, type ToWorker } from './messages.ts'

export type WorkerThreadOptions = {
  /** Absolute path of a file that calls `runWorker`. */
  readonly workerPath: string
  /** The runtime's own data for its worker. */
  readonly workerData: Readonly<Record<string, unknown>>
  /** Memory that its waiting executions may keep before it admits no new ones. */
  readonly keptBytes: number
  /** Heap limit of the worker's own JavaScript; other limits bound the guests' memory. */
  readonly heapMb: number
  /** Whether to lower the thread's priority, where the operating system supports this for one thread. */
  readonly isLowPriority: boolean
  readonly log: Log
}

export type WorkerThreadEvents = {
  message(message: FromWorker): void
  /** The thread has ended, for whatever reason. Called once. */
  gone(reason: string): void
}

export type WorkerThread = {
  post(message: ToWorker): void
  /** The execution that the worker is running, or was running when it ended; 0: none. */
  running(): number
  /**
   * Requests a stop of the execution, now or as soon as it runs. Ignored while there is a request for another execution
   * that is running.
   */
  stop(execution: number): void
  /** Ends the thread at once. */
  terminate(): Promise<void>
}

/** Started executions may keep this many times the limit for admission. */
const keptBytesReserve = 1.5

/** Starts one worker thread, without an environment, arguments or standard streams of its own. */
export function startWorkerThread(options: WorkerThreadOptions, events: WorkerThreadEvents): WorkerThread {
  const { log } = options
  const shared = new SharedArrayBuffer(control.slots * Int32Array.BYTES_PER_ELEMENT)
  const slots = new Int32Array(shared)
  const worker = new Worker(options.workerPath, {
    workerData: {
      own: options.workerData,
      control: shared,
      keptBytes: options.keptBytes * keptBytesReserve,
      isLowPriority: options.isLowPriority,
    },
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    // Deep recursion has to end inside the guest, at the guest's own limit.
    resourceLimits: { stackSizeMb: 8, maxOldGenerationSizeMb: options.heapMb },
  })

  let reason = 'it exited'
  const terminate = async () => {
    await worker.terminate()
  }
  const abandon = (why: string) => {
    reason = why
    terminate().catch((cause: unknown) => log.error('A worker thread could not be terminated', { cause }))
  }
  worker.on('message', (value: unknown) => {
    const message = FromWorker.safeParse(value)
    if (message.success) events.message(message.data)
    else abandon(`it sent a message outside the protocol: ${message.error.message}`)
  })
  worker.on('messageerror', (error) => abandon(`it sent an unreadable message: ${error.message}`))
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
      // Transferring a view would transfer its whole buffer, with everything else in it.
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

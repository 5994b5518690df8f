import type { Log } from '../../core/ports.ts'
import { type KeptThreadOptions, keepThread } from '../keep-thread.ts'
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

/** Started executions may keep this many times the limit for admission. */
const keptBytesReserve = 1.5

/** Keeps one worker thread, and tells it through shared memory which execution to stop. */
export function createWorkerThread(
  { workerPath, workerData: own, keptBytes, heapMb, isLowPriority, log }: WorkerThreadOptions,
  events: Pick<KeptThreadOptions<FromWorker>, 'message' | 'gone'>,
) {
  const shared = new SharedArrayBuffer(control.slots * Int32Array.BYTES_PER_ELEMENT)
  const slots = new Int32Array(shared)
  const thread = keepThread<FromWorker, ToWorker>({
    name: 'A worker thread',
    path: workerPath,
    workerData: { own, control: shared, keptBytes: keptBytes * keptBytesReserve, isLowPriority },
    schema: FromWorker,
    // Deep recursion has to end inside the guest, at the guest's own limit.
    resourceLimits: { stackSizeMb: 8, maxOldGenerationSizeMb: heapMb },
    log,
    message: events.message,
    gone: (reason, replace) =>
      events.gone(reason, (executions) => {
        slots.fill(0)
        replace(executions)
      }),
  })
  return {
    ...thread,
    post: (message: ToWorker) => {
      if (message.type !== 'answer' || !message.body) return thread.post(message)
      // Transferring a view would transfer its whole buffer, with everything else in it.
      const body = Uint8Array.from(message.body)
      thread.post({ ...message, body }, [body.buffer])
    },
    /** The execution that the worker is running, or was running when it ended; 0: none. */
    running: () => Atomics.load(slots, control.running),
    /**
     * Requests a stop of the execution, now or as soon as it runs. Ignored while there is a request for another
     * execution that is running.
     */
    stop: (execution: number) => {
      const asked = Atomics.load(slots, control.stop)
      if (asked === 0 || asked !== Atomics.load(slots, control.running)) Atomics.store(slots, control.stop, execution)
    },
  }
}

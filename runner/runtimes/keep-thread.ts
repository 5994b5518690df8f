import { env } from 'node:process'
import { type ResourceLimits, Worker } from 'node:worker_threads'
import type * as z from 'zod'
import type { Log } from '../core/ports.ts'
import { preloads } from '../core/preloads.ts'

type KeptThreadOptions<Received> = {
  /** As the log names it: `A worker thread`. */
  readonly name: string
  /** Absolute path of its file. */
  readonly path: string
  readonly workerData: unknown
  /** Foreign code may run beside the thread's own, so its messages are parsed like any input. */
  readonly schema: z.ZodType<Received>
  readonly resourceLimits: ResourceLimits
  readonly log: Log
  message(message: Received): void
  /** The thread has ended, for whatever reason. `replace` starts another one. `executions`: how many were lost. */
  gone(reason: string, replace: (executions: number) => void): void
}

type KeptThread<Sent> = {
  /** Whether there is a thread that has not ended. */
  isThere(): boolean
  /** Posts to the thread, if there is one. Transfers the buffers. */
  post(message: Sent, transfer?: readonly ArrayBuffer[]): void
  /** The thread has done its work. If it ends, another one starts at once. */
  succeeded(): void
  /** Ends the thread at once. */
  terminate(): void
  /** Ends the thread, and starts no other one. */
  close(): Promise<void>
}

/** The first restart is immediate; a thread that fails again before it has succeeded waits longer each time. */
const firstBackoffMs = 100
const longestBackoffMs = 10_000

/**
 * Starts a thread without arguments or standard streams of its own, and replaces it when it ends. Its environment has
 * only the folder of compiled modules: without it, the thread would remove the types of its first modules itself.
 */
export function keepThread<Received, Sent>(options: KeptThreadOptions<Received>): KeptThread<Sent> {
  const { name, path, workerData, schema, resourceLimits, log } = options
  let worker: Worker | undefined
  let restart: NodeJS.Timeout | undefined
  let failures = 0

  const terminate = () => {
    worker?.terminate().catch((cause: unknown) => log.error(`${name} could not be terminated`, { cause }))
  }
  const replace = (executions: number, reason: string) => {
    log.warn(`${name} ended and is being replaced`, { reason, executions, failures })
    if (failures === 0) start()
    else restart = setTimeout(start, Math.min(longestBackoffMs, firstBackoffMs * 2 ** (failures - 1)))
    failures += 1
  }
  const start = () => {
    let reason = 'it exited'
    const abandon = (why: string) => {
      reason = why
      terminate()
    }
    const { NODE_COMPILE_CACHE = '' } = env
    const isolated = {
      env: { NODE_COMPILE_CACHE },
      argv: [],
      execArgv: [...preloads],
      stdin: false,
      stdout: true,
      stderr: true,
    }
    worker = new Worker(path, { workerData, resourceLimits, ...isolated })
    worker.on('message', (value: unknown) => {
      const message = schema.safeParse(value)
      if (message.success) options.message(message.data)
      else abandon(`it sent a message outside the protocol: ${message.error.message}`)
    })
    worker.on('messageerror', (error) => abandon(`it sent an unreadable message: ${error.message}`))
    worker.on('error', (error) => {
      reason = `it failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
    })
    worker.on('exit', () => {
      worker = undefined
      options.gone(reason, (executions) => replace(executions, reason))
    })
    for (const stream of [worker.stdout, worker.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => log.warn(`${name} printed`, { text }))
    }
  }

  start()
  return {
    isThere: () => worker !== undefined,
    post: (message, transfer = []) => worker?.postMessage(message, [...transfer]),
    succeeded: () => {
      failures = 0
    },
    terminate,
    close: async () => {
      clearTimeout(restart)
      await worker?.terminate()
    },
  }
}

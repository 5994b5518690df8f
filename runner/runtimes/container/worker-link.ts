import { Worker } from 'node:worker_threads'
import type { EndCause } from '../../contract/end-cause.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { HostAnswer } from '../../contract/host-seam.ts'
import type { HostOp } from '../../contract/journal.ts'
import type { Json } from '../../contract/skill-io.ts'
import type { Log } from '../../core/ports.ts'
import { type ContainerEnd, type ContainerRun, FromWorker, type LogLine, type ToWorker } from './messages.ts'
import type { WorkerData } from './worker-data.ts'

export type ContainerEvents = {
  call(call: number, op: HostOp, args: Json): void
  /** The execution violated a rule. */
  stopped(code: ErrorCode, reason: string, cause?: EndCause): void
  /** Called once. */
  ended(end: ContainerEnd, lines: readonly LogLine[]): void
  /** Called once, last: its container is gone, and its resources on the engine are free. */
  gone(): void
}

export type ContainerTicket = {
  answer(call: number, answer: HostAnswer): void
  /** The execution is over; the worker removes its container. */
  drop(): void
}

type Request = Extract<ToWorker, { request: number }>
type Asked<Type extends Request['type']> = Omit<Extract<Request, { type: Type }>, 'type' | 'request'>
type Reply = Extract<FromWorker, { request: number }>

export type WorkerLink = {
  run(run: ContainerRun, events: ContainerEvents): ContainerTicket
  /** Sends a request to the worker. Rejects with an `EngineRefusal`, or with another error when the worker is gone. */
  ask<Type extends Request['type']>(type: Type, rest: Asked<Type>): Promise<Reply>
  /** Ends all executions, then the thread. */
  close(): Promise<void>
}

/** The engine refused a request or does not answer. */
export class EngineRefusal extends Error {
  override readonly name = 'EngineRefusal'
}

export type WorkerLinkOptions = {
  /** Absolute path of `worker.ts`. */
  readonly workerPath: string
  readonly data: WorkerData
  readonly log: Log
  /** Called when a replacement worker is ready; the containers of its predecessor are no longer managed. */
  readonly replaced: () => void
}

const heapMb = 512
const firstBackoffMs = 100
const longestBackoffMs = 10_000
/** Maximum wait for an engine that does not answer on close; the next start sweeps. */
const closeMs = 15_000

/** Keeps one worker thread that talks to the engine. A worker that ends is replaced, and its executions fail. */
export function createWorkerLink({ workerPath, data, log, replaced }: WorkerLinkOptions): WorkerLink {
  const executions = new Map<number, ContainerEvents>()
  const requests = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>()
  let worker: Worker | undefined
  let restart: NodeJS.Timeout | undefined
  let lastNumber = 0
  let failures = 0
  let isFirst = true
  let closed = false

  const post = (message: ToWorker, transfer: readonly ArrayBuffer[] = []) => worker?.postMessage(message, [...transfer])

  const start = () => {
    let reason = 'it exited'
    const started = new Worker(workerPath, {
      workerData: data,
      env: {},
      argv: [],
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    worker = started
    started.on('message', (value: unknown) => {
      const message = FromWorker.safeParse(value)
      if (message.success) return receive(message.data)
      reason = `it sent a message outside the protocol: ${message.error.message}`
      end(started)
    })
    started.on('messageerror', (error) => {
      reason = `it sent an unreadable message: ${error.message}`
      end(started)
    })
    started.on('error', (error) => {
      reason = `it failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
    })
    started.on('exit', () => gone(reason))
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => log.warn('The container worker printed', { text }))
    }
  }

  const end = (thread: Worker) => {
    thread.terminate().catch((cause: unknown) => log.error('The container worker could not be terminated', { cause }))
  }

  const gone = (reason: string) => {
    worker = undefined
    const lost = [...executions.values()]
    executions.clear()
    for (const { reject } of requests.values()) reject(new Error(`the container worker is gone: ${reason}`))
    requests.clear()
    if (!closed) {
      log.warn('The container worker ended and is being replaced', { reason, executions: lost.length, failures })
      const backoffMs = failures === 0 ? 0 : Math.min(longestBackoffMs, firstBackoffMs * 2 ** (failures - 1))
      restart = setTimeout(start, backoffMs)
      failures += 1
    }
    for (const events of lost) {
      events.ended(unavailable(closed ? 'the runtime was closed' : `its worker was replaced: ${reason}`), [])
      events.gone()
    }
  }

  const receive = (message: FromWorker) => {
    switch (message.type) {
      case 'ready':
        if (!isFirst) replaced()
        isFirst = false
        return
      case 'log':
        return log[message.level](message.message, message.fields)
      case 'call':
        return executions.get(message.execution)?.call(message.call, message.op, message.args)
      case 'stopped':
        return executions.get(message.execution)?.stopped(message.code, message.reason, message.cause)
      case 'ended':
        failures = 0
        return executions.get(message.execution)?.ended(message.end, message.lines)
      case 'gone': {
        const events = executions.get(message.execution)
        executions.delete(message.execution)
        return events?.gone()
      }
      default: {
        const request = requests.get(message.request)
        requests.delete(message.request)
        if (message.type === 'refused') request?.reject(new EngineRefusal(message.reason))
        else request?.resolve(message)
      }
    }
  }

  const ask: WorkerLink['ask'] = (type, rest) => {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    if (!worker) return Promise.reject(new Error('the container worker is not running'))
    lastNumber += 1
    requests.set(lastNumber, { resolve, reject })
    post({ ...rest, type, request: lastNumber } as Request)
    return promise
  }

  start()
  return {
    ask,
    run(run, events) {
      lastNumber += 1
      const execution = lastNumber
      if (!worker || closed) {
        queueMicrotask(() => {
          events.ended(unavailable(closed ? 'the runtime was closed' : 'the container worker is not running'), [])
          events.gone()
        })
        return { answer() {}, drop() {} }
      }
      executions.set(execution, events)
      post({ type: 'run', execution, run })
      return {
        answer(call, answer) {
          if (!executions.has(execution)) return
          if (answer.kind !== 'value') return post({ type: 'answer', execution, call, answer })
          const { kind, value } = answer
          if (!answer.body) return post({ type: 'answer', execution, call, answer: { kind, value } })
          // Transferring a view would transfer its whole buffer, with everything else in it.
          const body = Uint8Array.from(answer.body)
          post({ type: 'answer', execution, call, answer: { kind, value, body } }, [body.buffer])
        },
        drop: () => post({ type: 'drop', execution }),
      }
    },
    async close() {
      if (closed) return
      closed = true
      clearTimeout(restart)
      if (!worker) return
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, closeMs)
      await Promise.race([ask('close', {}).catch(() => {}), late])
      clearTimeout(timer)
      await worker?.terminate()
    },
  }
}

function unavailable(detail: string): ContainerEnd {
  return { kind: 'failed', code: 'RUNTIME_UNAVAILABLE', detail }
}

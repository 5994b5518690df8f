import { setTimeout as wait } from 'node:timers/promises'
import type * as z from 'zod'
import type { EndCause } from '../../contract/end-cause.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { HostAnswer } from '../../contract/host-seam.ts'
import type { HostOp } from '../../contract/journal.ts'
import type { Json } from '../../contract/skill-io.ts'
import type { Log } from '../../core/ports.ts'
import { keepThread } from '../keep-thread.ts'
import {
  Answers,
  type ContainerEnd,
  type ContainerRun,
  FromWorker,
  type LogLine,
  type ToWorker,
  type WorkerData,
} from './messages.ts'

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

type WithoutNumber<Message> = Message extends { request: number } ? Omit<Message, 'request'> : never
type Request = WithoutNumber<ToWorker>

export type WorkerLink = ReturnType<typeof createWorkerLink>

/** The engine refused a request or does not answer. */
export class EngineRefusal extends Error {
  override readonly name = 'EngineRefusal'
}

type WorkerLinkOptions = {
  /** Absolute path of `worker.ts`. */
  readonly workerPath: string
  readonly data: WorkerData
  readonly log: Log
  /** Called when a replacement worker is ready; the containers of its predecessor are no longer managed. */
  readonly replaced: () => void
}

const heapMb = 512
/** Maximum wait for an engine that does not answer on close; the next start sweeps. */
const closeMs = 15_000

/** Keeps one worker thread that talks to the engine. A worker that ends is replaced, and its executions fail. */
export function createWorkerLink({ workerPath, data, log, replaced }: WorkerLinkOptions) {
  const executions = new Map<number, ContainerEvents>()
  const requests = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>()
  let lastNumber = 0
  let isFirst = true
  let closed = false

  const gone = (reason: string, replace: (executions: number) => void) => {
    const lost = [...executions.values()]
    executions.clear()
    for (const { reject } of requests.values()) reject(new Error(`the container worker is gone: ${reason}`))
    requests.clear()
    if (!closed) replace(lost.length)
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
        thread.succeeded()
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
        else request?.resolve(message.answer)
      }
    }
  }

  const ask = <Schema extends z.ZodType>(request: Request, answer: Schema): Promise<z.output<Schema>> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    if (!thread.isThere()) return Promise.reject(new Error('the container worker is not running'))
    lastNumber += 1
    requests.set(lastNumber, { resolve, reject })
    thread.post({ ...request, request: lastNumber })
    return promise.then((given) => answer.parse(given))
  }

  const thread = keepThread<FromWorker, ToWorker>({
    name: 'The container worker',
    path: workerPath,
    workerData: data,
    schema: FromWorker,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    log,
    message: receive,
    gone,
  })
  return {
    /** Sends a request to the worker. Rejects with an `EngineRefusal`, or with another error when the worker is gone. */
    ask,
    run(run: ContainerRun, events: ContainerEvents): ContainerTicket {
      lastNumber += 1
      const execution = lastNumber
      if (!thread.isThere() || closed) {
        queueMicrotask(() => {
          events.ended(unavailable(closed ? 'the runtime was closed' : 'the container worker is not running'), [])
          events.gone()
        })
        return { answer() {}, drop() {} }
      }
      executions.set(execution, events)
      thread.post({ type: 'run', execution, run })
      return {
        answer(call, answer) {
          if (!executions.has(execution)) return
          if (answer.kind !== 'value') return thread.post({ type: 'answer', execution, call, answer })
          const { kind, value } = answer
          if (!answer.body) return thread.post({ type: 'answer', execution, call, answer: { kind, value } })
          // Transferring a view would transfer its whole buffer, with everything else in it.
          const body = Uint8Array.from(answer.body)
          thread.post({ type: 'answer', execution, call, answer: { kind, value, body } }, [body.buffer])
        },
        drop: () => thread.post({ type: 'drop', execution }),
      }
    },
    /** Ends all executions, then the thread. */
    async close() {
      if (closed) return
      closed = true
      if (!thread.isThere()) return thread.close()
      await Promise.race([
        ask({ type: 'close' }, Answers.close).catch(() => {}),
        wait(closeMs, undefined, { ref: false }),
      ])
      await thread.close()
    },
  }
}

function unavailable(detail: string): ContainerEnd {
  return { kind: 'failed', code: 'RUNTIME_UNAVAILABLE', detail }
}

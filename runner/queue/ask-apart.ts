import { type ChildProcess, fork } from 'node:child_process'
import type * as z from 'zod'
import { preloads } from '../core/preloads.ts'
import { currentFairKey } from './fair-key.ts'
import { createFairSlots, mostOfOneKey } from './fair-slots.ts'

/** An answer of the process, or the reason why there is no answer. */
type ApartAnswer<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly reason: string }

type AskApart<Request extends string | object, Answer> = AsyncDisposable & {
  /** Sends a request when its turn comes. Callers of different keys take turns. Never rejects. */
  ask(request: Request): Promise<ApartAnswer<Answer>>
}

type AskApartOptions<Answer> = {
  /**
   * Absolute path of the program. The program sends `'ready'`, then one answer for each message. The caller passes the
   * path in because a bundler must not move the file.
   */
  readonly processPath: string
  readonly answer: z.ZodType<Answer>
  /** Deadline for one answer, after which the process is killed. */
  readonly deadlineMs: number
  readonly heapMb: number
  /** How long an unused process keeps running. */
  readonly idleMs: number
  /**
   * The maximum number of requests in the queue, including the current one; one key has a share of it. Further requests
   * are refused. Absent: no maximum.
   */
  readonly maxWaiting?: number
}

/** Deadline for the start of the process, which takes a tenth of a second on an idle machine. */
const startMs = 30_000

/**
 * Sends requests to a program in a separate process, one after another. If an input blocks, crashes or exhausts the
 * memory of that process, only that process ends, and the next request gets a new one. The process gets an environment
 * with Node's compile cache and NODE_ENV only. An unused process does not keep this process alive.
 */
export function createAskApart<Request extends string | object, Answer>(
  options: AskApartOptions<Answer>,
): AskApart<Request, Answer> {
  const { processPath, answer, deadlineMs, heapMb, idleMs, maxWaiting = Number.POSITIVE_INFINITY } = options
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const slots = createFairSlots({ width: 1 })
  let isClosed = false

  const kill = () => {
    child?.kill('SIGKILL')
    child = undefined
  }

  /** Sends a request, if given, and resolves with the next message of the process. */
  function next(from: ChildProcess, request: Request | undefined, withinMs: number): Promise<ApartAnswer<unknown>> {
    const { promise, resolve } = Promise.withResolvers<ApartAnswer<unknown>>()
    const fail = (reason: string) => resolve({ ok: false, reason })
    const onMessage = (message: unknown) => resolve({ ok: true, answer: message })
    const onExit = () => fail('its process ended')
    const onError = (cause: Error) => fail(`its process failed: ${cause.message}`)
    const timer = setTimeout(() => fail(`it took longer than ${withinMs / 1000} seconds`), withinMs)
    from.on('message', onMessage).on('exit', onExit).on('error', onError)
    if (request !== undefined) from.send(request, (cause) => cause && onError(cause))
    return promise.finally(() => {
      clearTimeout(timer)
      from.off('message', onMessage).off('exit', onExit).off('error', onError)
    })
  }

  async function start(): Promise<ApartAnswer<ChildProcess>> {
    const { env } = process
    const { NODE_COMPILE_CACHE = '', NODE_ENV } = env
    const started = fork(processPath, [], {
      // The app's environment may hold secrets.
      env: { NODE_COMPILE_CACHE, NODE_ENV },
      execArgv: [`--max-old-space-size=${heapMb}`, ...preloads],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // Without a listener, an error would end this process. The current request reports the error as its answer.
    started.on('error', () => {})
    started.on('exit', () => {
      if (child === started) child = undefined
    })
    child = started
    const ready = await next(started, undefined, startMs)
    return ready.ok ? { ok: true, answer: started } : ready
  }

  async function askNow(request: Request): Promise<ApartAnswer<Answer>> {
    if (isClosed) return { ok: false, reason: 'it was closed' }
    clearTimeout(idle)
    const started = child ? { ok: true as const, answer: child } : await start()
    const given = started.ok ? await answerOf(started.answer, request) : started
    if (!given.ok) kill()
    idle = setTimeout(kill, idleMs).unref()
    return given
  }

  async function answerOf(from: ChildProcess, request: Request): Promise<ApartAnswer<Answer>> {
    keepAlive(from, true)
    const given = await next(from, request, deadlineMs)
    keepAlive(from, false)
    if (!given.ok) return given
    const parsed = answer.safeParse(given.answer)
    return parsed.success
      ? { ok: true, answer: parsed.data }
      : { ok: false, reason: 'its process sent something else than an answer' }
  }

  return {
    async ask(request) {
      const isFull = slots.waiting + 1 >= maxWaiting || slots.waitingOf(currentFairKey()) >= mostOfOneKey(maxWaiting)
      if (!slots.isFree() && isFull) return { ok: false, reason: 'too many requests are waiting' }
      using _turn = await slots.take()
      return await askNow(request)
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      kill()
      using _turn = await slots.take()
      clearTimeout(idle)
      kill()
    },
  }
}

/** Sets whether a child process and its channel keep this process running. */
function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  if (isNeeded) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}

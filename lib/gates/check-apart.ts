import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Evidence } from '#runner/gates/check-skill.ts'
import { CheckAnswer, type CheckRequest } from './check-messages.ts'

/** A check that did not end: the process died, or the deadline passed. A skill without a verdict does not run. */
export class CheckUnfinished extends Error {
  override readonly name = 'CheckUnfinished'
}

/** Finds what the gates have against a folder. Throws `CheckUnfinished`. */
export type CheckApart = (request: CheckRequest) => Promise<Evidence>

export type CheckApartOptions = {
  /** Absolute path of `check-process.ts`. A bundler must not move it. */
  readonly processPath: string
  /** How long one check may take. */
  readonly deadlineMs: number
}

/** A check takes milliseconds. The deadline also leaves time for a busy machine. */
export const checkDeadlineMs = 30_000

export const checkProcessPath = (projectRoot: string): string => join(projectRoot, 'lib/gates/check-process.ts')

/** The process stays this long for the next check. */
const idleMs = 5_000
const heapMb = 512

/**
 * Checks folders one after another in a process of its own, so that a hostile folder can neither block the app nor end
 * it. The process starts with the first check. It does not keep the app alive.
 */
export function createCheckApart({ processPath, deadlineMs }: CheckApartOptions): CheckApart {
  let current: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const start = (): ChildProcess => {
    const { execPath, env } = process
    const { NODE_COMPILE_CACHE = '', NODE_ENV } = env
    const started: ChildProcess = spawn(execPath, [`--max-old-space-size=${heapMb}`, processPath], {
      // Nothing else of the app's environment is needed, and it may hold secrets.
      env: { NODE_COMPILE_CACHE, NODE_ENV },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // A failed start is an answer of the check that needed it.
    started.on('error', () => {})
    started.on('exit', () => {
      if (current === started) current = undefined
    })
    current = started
    return started
  }

  const end = (child: ChildProcess) => {
    if (current === child) current = undefined
    child.kill('SIGKILL')
  }

  function ask(request: CheckRequest): Promise<Evidence> {
    clearTimeout(idle)
    const child = current ?? start()
    keepAlive(child, true)
    const { promise, resolve, reject } = Promise.withResolvers<Evidence>()
    const fail = (reason: string) => reject(new CheckUnfinished(reason))
    const deadline = setTimeout(() => {
      end(child)
      fail(`it took longer than ${deadlineMs / 1000} seconds`)
    }, deadlineMs)
    const onExit = () => fail('its process ended')
    const onError = (cause: Error) => {
      end(child)
      fail(`its process failed: ${cause.message}`)
    }
    const onMessage = (message: unknown) => {
      const answer = CheckAnswer.safeParse(message)
      if (!answer.success) {
        end(child)
        fail('its process sent something else than an answer')
      } else if (answer.data.ok) resolve(answer.data.evidence)
      else fail(answer.data.reason)
    }
    child.on('exit', onExit).on('error', onError).on('message', onMessage)
    child.send(request, (cause) => cause && onError(cause))
    return promise.finally(() => {
      clearTimeout(deadline)
      child.off('exit', onExit).off('error', onError).off('message', onMessage)
      keepAlive(child, false)
      idle = setTimeout(() => end(child), idleMs).unref()
    })
  }

  return (request) => {
    const turn = last.then(() => ask(request))
    last = turn.catch(() => {})
    return turn
  }
}

/** Whether a process and its channel keep this process running. */
function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  if (isNeeded) {
    child.ref()
    child.channel?.ref()
  } else {
    child.unref()
    child.channel?.unref()
  }
}

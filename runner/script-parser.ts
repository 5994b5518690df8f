import { type ChildProcess, fork } from 'node:child_process'
import * as z from 'zod'

/** The line of the first syntax error in each language, from 1; null: the text follows the language's grammar. */
export const FirstErrors = z.strictObject({
  javascript: z.int().positive().nullable(),
  python: z.int().positive().nullable(),
})
export type FirstErrors = z.infer<typeof FirstErrors>

export type ScriptParser = AsyncDisposable & {
  /** Parses a script in both languages. Undefined: the parser crashed, took too long, or has too many texts waiting. */
  firstErrors(text: string): Promise<FirstErrors | undefined>
}

export type ScriptParserOptions = {
  /** Absolute path of `script-parser-process.ts`. The caller passes it in because a bundler must not move it. */
  readonly processPath: string
  /** Deadline for one text. The process is killed then. Default: 2 seconds. An ordinary script takes milliseconds. */
  readonly deadlineMs?: number
  /** How long an unused process stays. Default: one minute. */
  readonly idleMs?: number
}

/** A script has the language that its sender names, so nobody depends on a place in this queue. */
const mostWaiting = 32
const heapMb = 128
/** Deadline for the start of the process, which takes a tenth of a second on an idle machine. */
const startMs = 30_000

/**
 * Parses scripts in a process of its own. The grammars are native code: text can make them run for minutes, exhaust
 * memory or crash, and all of these end only that process. It has no environment and holds nothing.
 */
export function createScriptParser(options: ScriptParserOptions): ScriptParser {
  const { processPath, deadlineMs = 2000, idleMs = 60_000 } = options
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let isClosed = false

  const start = (): Promise<ChildProcess> => {
    const started = fork(processPath, [], {
      env: { NODE_ENV: 'production' },
      execArgv: [`--max-old-space-size=${heapMb}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // Does not keep this process alive.
    started.unref()
    started.channel?.unref()
    const { promise, resolve, reject } = Promise.withResolvers<ChildProcess>()
    const late = setTimeout(() => started.kill('SIGKILL'), startMs)
    started.once('message', () => resolve(started))
    started.on('error', reject)
    started.once('exit', () => {
      if (child === started) child = undefined
      reject(new Error('the parser of scripts has ended'))
    })
    return promise.finally(() => clearTimeout(late))
  }

  const kill = () => {
    child?.kill('SIGKILL')
    child = undefined
  }

  const parse = async (text: string): Promise<FirstErrors | undefined> => {
    if (isClosed) return undefined
    clearTimeout(idle)
    try {
      child ??= await start()
    } catch {
      return undefined
    }
    const answer = await answerOf(child, text, deadlineMs)
    if (answer === undefined) kill()
    idle = setTimeout(kill, idleMs)
    idle.unref()
    return answer
  }

  return {
    async firstErrors(text) {
      if (waiting >= mostWaiting) return undefined
      waiting += 1
      const answer = last.then(() => parse(text)).finally(() => (waiting -= 1))
      last = answer.catch(() => {})
      return answer
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      kill()
      await last
      clearTimeout(idle)
      kill()
    },
  }
}

/** Undefined: the process ended, was too slow or answered something else. */
function answerOf(child: ChildProcess, text: string, deadlineMs: number): Promise<FirstErrors | undefined> {
  const { promise, resolve } = Promise.withResolvers<FirstErrors | undefined>()
  const failed = () => resolve(undefined)
  const answered = (message: unknown) => resolve(FirstErrors.safeParse(message).data)
  const timer = setTimeout(failed, deadlineMs)
  child.once('message', answered)
  child.once('exit', failed)
  child.once('error', failed)
  child.send(text, (failure) => failure && failed())
  return promise.finally(() => {
    clearTimeout(timer)
    child.off('message', answered)
    child.off('exit', failed)
    child.off('error', failed)
  })
}

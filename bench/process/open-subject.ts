import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import * as z from 'zod'

export type SubjectProgram = {
  readonly name: string
  /** The file name in `bench/subjects`. */
  readonly script: string
  readonly nodeArgs?: readonly string[]
}

/** What a subject's process is asked. */
export type Question = {
  readonly job: string
  /** The number of samples. */
  readonly n: number
  /** The number of concurrent runs. */
  readonly atOnce: number
  /** Offers in the provider's answer; 0 if the job has none. */
  readonly offers: number
  /** Worker threads, for subjects with workers; 0 for the subject's default. */
  readonly workers: number
  /** The URL of the loopback provider; empty if the job needs none. */
  readonly provider: string
}

export const Answered = z.discriminatedUnion('ok', [
  z.strictObject({
    ok: z.literal(true),
    values: z.record(z.string(), z.number()),
    /** The SHA-256 (hex) of the job's answer; equal for all subjects with the same answer. */
    answer: z.string().optional(),
  }),
  z.strictObject({ ok: z.literal(false), reason: z.string() }),
])
export type Answered = z.infer<typeof Answered>

/** A subject in a separate process, so that its crash affects nothing else. */
export type Subject = {
  readonly name: string
  /** One question at a time. Also resolves if the process failed, exited or did not answer in time. */
  ask(question: Question): Promise<Answered>
  [Symbol.asyncDispose](): Promise<void>
}

const answerTimeoutMs = 90_000
/** How many characters of a process's output to store, to report why it exited. */
const keptCharacters = 8000

export function openSubject({ name, script, nodeArgs = [] }: SubjectProgram): Subject {
  const child = fork(join(import.meta.dirname, '..', 'subjects', script), {
    execArgv: [...nodeArgs],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding('utf8').on('data', (text: string) => {
      printed = `${printed}${text}`.slice(-keptCharacters)
    })
  }
  const ended = new Promise<Answered>((resolve) => {
    const end = (reason: string) => resolve({ ok: false, reason })
    child.once('error', (error) => end(`its process did not start: ${error.message}`))
    child.once('close', (code, signal) => end(`its process exited (${signal ?? code}): ${lastWords(printed)}`))
  })
  // A channel that this process has closed leaves the child without its `close`.
  const exited = once(child, 'exit').catch(() => ended)
  return {
    name,
    async ask(question) {
      const replied = new Promise<Answered>((resolve) => {
        child.once('message', (message) => resolve(Answered.parse(message)))
      })
      let isLate = false
      const late = setTimeout(() => {
        isLate = true
        child.kill('SIGKILL')
      }, answerTimeoutMs)
      // A process that has exited takes no question: `ended` is then the answer.
      child.send(question, () => {})
      const answered = await Promise.race([replied, ended])
      clearTimeout(late)
      return isLate ? { ok: false, reason: `no answer within ${answerTimeoutMs / 1000} s` } : answered
    },
    [Symbol.asyncDispose]: async () => {
      if (child.connected) child.disconnect()
      await Promise.race([exited, ended])
    },
  }
}

/** The line that names the error, or else the last line. */
function lastWords(printed: string): string {
  const lines = printed.trim().split('\n')
  return (lines.find((line) => /Error\b.*: /.test(line)) ?? lines.at(-1) ?? '').trim().slice(0, 300)
}

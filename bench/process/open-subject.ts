import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseReply, type Question, type Reply } from './protocol.ts'

export type SubjectProgram = {
  readonly name: string
  /** The file name in `bench/subjects`. */
  readonly script: string
  readonly nodeArgs?: readonly string[]
}

export type Answered =
  | { readonly ok: true; readonly values: Record<string, number>; readonly answer: string | undefined }
  | { readonly ok: false; readonly reason: string }

/** A subject in a separate process, so that its crash affects nothing else. */
export type Subject = {
  readonly name: string
  /** Also resolves if the process failed, exited or did not answer in time. */
  ask(question: Question): Promise<Answered>
  [Symbol.asyncDispose](): Promise<void>
}

const answerTimeoutMs = 90_000
/** How many characters of a process's other output to store, to report why it exited. */
const keptCharacters = 8000

export function openSubject({ name, script, nodeArgs = [] }: SubjectProgram): Subject {
  const child = spawn(process.execPath, [...nodeArgs, join(import.meta.dirname, '..', 'subjects', script)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const open = new Map<number, (answered: Answered) => void>()
  let lastId = 0
  let printed = ''
  let ended: string | undefined

  const settle = (reply: Reply) => {
    const resolve = open.get(reply.id)
    open.delete(reply.id)
    if ('failed' in reply) resolve?.({ ok: false, reason: reply.failed })
    else resolve?.({ ok: true, values: reply.values, answer: reply.answer })
  }
  const end = (reason: string) => {
    ended ??= reason
    for (const resolve of open.values()) resolve({ ok: false, reason: ended })
    open.clear()
  }
  const keep = (text: string) => {
    printed = `${printed}${text}`.slice(-keptCharacters)
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    const reply = parseReply(line)
    if (reply) settle(reply)
    else keep(`${line}\n`)
  })
  child.stderr.setEncoding('utf8').on('data', keep)
  child.stdin.on('error', () => {})
  const closed = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      end(`its process did not start: ${error.message}`)
      resolve()
    })
    child.once('close', (code, signal) => {
      end(`its process exited (${signal ?? code}): ${lastWords(printed)}`)
      resolve()
    })
  })

  return {
    name,
    ask: (question) => {
      if (ended !== undefined) return Promise.resolve({ ok: false, reason: ended })
      const { promise, resolve } = Promise.withResolvers<Answered>()
      const id = ++lastId
      const late = setTimeout(() => {
        end(`no answer within ${answerTimeoutMs / 1000} s`)
        child.kill('SIGKILL')
      }, answerTimeoutMs)
      open.set(id, (answered) => {
        clearTimeout(late)
        resolve(answered)
      })
      child.stdin.write(`${JSON.stringify({ id, ...question })}\n`)
      return promise
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end()
      await closed
    },
  }
}

/** The line that names the error, or else the last line. */
function lastWords(printed: string): string {
  const lines = printed.trim().split('\n')
  return (lines.find((line) => /Error\b.*: /.test(line)) ?? lines.at(-1) ?? '').trim().slice(0, 300)
}

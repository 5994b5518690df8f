import type { Json, SkillHost } from './index.ts'
import { plainLines } from './plain-text.ts'

/** The exit code and the output of a program. */
type Ran = { readonly code: number; readonly stdout: string; readonly stderr: string }
/** The part of the host that runs programs. Absent: no program runs here. */
type Programs = { readonly exec?: { run(name: string, args: readonly string[]): Promise<Ran> } }

/** The context of a voice agent's handler. The manifest decides what each member may do. */
export type LegacyContext = {
  /** Runs a declared program by the last part of its path, and returns what it printed. */
  exec(command: readonly string[]): Promise<string>
  readonly callLog: { write(entry: object): void }
  readonly gateway: { post(payload: object): Promise<Json>; sendMessage(message: string): Promise<unknown> }
  readonly call: {
    readonly id: string
    readonly callerId: string
    readonly transcript: string
    readonly channel: string
  }
  readonly operator: { readonly name: string; readonly telegramId?: string }
}

export type LegacyHandler = (params: Json, context: LegacyContext) => unknown

const longestMessage = 1500
const longestSpoken = 2000

/** `Object` returns its argument unchanged; in the sandbox the global object is the host. */
const globalHost = (): SkillHost & Programs => Object(globalThis)

/** A skill from a handler of `(params, context)` that returns `{ success, result, message, error }`. */
export function skillOfHandler(handler: LegacyHandler, hostOf: () => SkillHost & Programs = globalHost) {
  return async ({ params }: { readonly params: Json }) => {
    const host = hostOf()
    const { call, operator } = await host.call.context()
    /**
     * Resolves when all entries so far are stored, in order. `write` returns at once; messages and programs wait for
     * this promise.
     */
    let kept: Promise<unknown> = Promise.resolve()
    let hasNoted = false
    const context: LegacyContext = {
      async exec(command) {
        const [path, ...args] = programOf(command)
        await kept
        if (host.exec === undefined) throw named('CommandUnavailable', 'exec: no program runs here')
        const { code, stdout, stderr } = await host.exec.run(path.split('/').at(-1) ?? '', args)
        if (code !== 0) throw named('CommandFailed', `exec: the program ended with ${code}: ${stderr.slice(0, 500)}`)
        return stdout
      },
      callLog: {
        write(entry) {
          const plain: object = JSON.parse(JSON.stringify(entry))
          const copy = hasNoted ? notDelivered(plain) : plain
          kept = kept.then(() => host.call.log(copy))
          // The next operation that awaits `kept` gets the rejection.
          kept.catch(() => {})
        },
      },
      gateway: {
        async post(payload) {
          const copy: object = JSON.parse(JSON.stringify(payload ?? null))
          await kept
          return host.gateway.post(copy)
        },
        async sendMessage(message) {
          await kept
          const text = plainLines(String(message)).slice(0, longestMessage).toWellFormed()
          const noted = await host.messages.send({ text })
          hasNoted = true
          return noted
        },
      },
      call: { id: call.id, callerId: call.caller_id, transcript: call.transcript, channel: call.channel },
      operator: { name: operator.name, ...(operator.telegram_id ? { telegramId: operator.telegram_id } : {}) },
    }
    const answer = answerOf(await handler(params, context))
    await kept
    return hasNoted ? { ...answer, results: answer.results.map(notDelivered) } : answer
  }
}

/**
 * The object without a claim that a message is delivered. A handler takes the end of `sendMessage` for the delivery, but
 * the message is only noted until the execution has succeeded.
 */
function notDelivered(said: object): object {
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, value]: [string, unknown]) => {
      if (name === 'delivered' && value === true) return [[name, false] as const, ['noted', true] as const]
      if (typeof value === 'string') return [[name, value.replace(/(?<![^.])delivered$/, 'noted')] as const]
      const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value)
      return [[name, isPlain ? notDelivered(value) : value] as const]
    }),
  )
}

function programOf(command: readonly string[]): readonly [string, ...string[]] {
  const [path, ...args] = Array.isArray(command) ? command : []
  if (typeof path === 'string' && args.every((arg) => typeof arg === 'string')) return [path, ...args]
  throw new TypeError('exec: expects a list of texts: the program, then its arguments')
}

function named(name: string, message: string): Error {
  const error = new Error(message)
  error.name = name
  return error
}

/** The message is spoken to the caller. A value that is not a handler's answer crashes the skill. */
function answerOf(answered: unknown) {
  if (typeof answered !== 'object' || answered === null) throw new TypeError('the handler returned no object')
  const { success, result, message, error }: Record<string, unknown> = { ...answered }
  return {
    results: [
      {
        success: success === true,
        ...(result === undefined ? {} : { result }),
        ...(error === undefined ? {} : { error: String(error) }),
      },
    ],
    ...(typeof message === 'string' ? { message: message.slice(0, longestSpoken).toWellFormed() } : {}),
  }
}

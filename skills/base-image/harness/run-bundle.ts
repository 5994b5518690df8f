import { types } from 'node:util'
import { requestOps } from '#runner/runtimes/quickjs/guest/generated/request-ops.ts'
import { guestCall, seedNumbers } from '#runner/runtimes/quickjs/guest-protocol.ts'
import { createGuestLog } from '#runner/runtimes/wasm/execution.ts'
import { jsonDepth } from '#runner/slices/json-depth.ts'
import type { CallAnswer, CallHost } from './call-host.ts'
import { createRealm } from './realm.ts'

/** How a skill ended. `json` is its output on one line. */
type Outcome =
  | { readonly kind: 'returned'; readonly json: string }
  | { readonly kind: 'invalid' | 'threw'; readonly detail: string }
  | { readonly kind: 'raised'; readonly code: string; readonly detail: string; readonly field?: string }
  /** The skill waits only for answers that a later run will have. */
  | { readonly kind: 'waits' }

export type BundleRun = {
  readonly code: string
  readonly callHost: CallHost
  /** Blocks until the input arrives. */
  readInput(): string
  /** Called once, after every call of the skill was answered, with the outcome as one line of JSON. */
  ended(json: string): void
  /** The host is unreachable. */
  failed(cause: Error): void
  /** Calls back when the event loop is empty. */
  whenIdle(callback: () => void): void
}

/** The platform's fields beside the skill's input, under `_travel`. */
type Conditions = {
  readonly seed: string
  readonly now_ms: number
  readonly secrets: Readonly<Record<string, string | null>>
}

const maxArgumentBytes = 1024 * 1024
const maxArgumentDepth = 100
/** A syntax error quotes its line, which may be the whole bundle. */
const maxDetail = 8192

/** Loads a bundle, waits for its input, and runs it to its end. */
export function runBundle({ code, callHost, readInput, ended, failed, whenIdle }: BundleRun): void {
  const log = createGuestLog()
  const bodies = new Map<number, Uint8Array>()
  // Like in the embedded runtime's image, the top level of a skill has neither clock nor host.
  let conditions: Conditions | undefined
  let topLevelCalls = 0
  let open = 0
  /** Calls whose answers come later. */
  let held = 0
  let outcome: Outcome | undefined
  let isOver = false

  /** A result counts only after every call was answered: an answer may end the execution. */
  const finish = () => {
    if (outcome === undefined || open > 0 || isOver) return
    isOver = true
    ended(outcome.kind === 'returned' ? `{"kind":"returned","value":${outcome.json}}` : JSON.stringify(outcome))
  }
  const end = (made: Outcome): undefined => {
    outcome ??= made
    finish()
  }
  const ask = (op: string, args: string, answered: (answer: CallAnswer) => void = () => {}): undefined => {
    open += 1
    callHost(op, args).then((answer) => {
      open -= 1
      if (answer.kind === 'suspend') held += 1
      // No code of the skill runs after its end.
      if (outcome === undefined) answered(answer)
      finish()
    }, failed)
  }

  const request = (id: number, operation: number, json: string, body: unknown): undefined => {
    const op = requestOps[operation]
    if (op === undefined) throw new TypeError('The skill requested an unknown operation')
    // The buffer is from the skill's realm, so `instanceof` of this realm fails.
    const bytes = types.isArrayBuffer(body) ? Buffer.from(body) : undefined
    if (
      json.length > maxArgumentBytes ||
      Number(bytes?.length) > maxArgumentBytes ||
      jsonDepth(json) > maxArgumentDepth
    ) {
      const detail = `the arguments of ${op} are larger than ${maxArgumentBytes} bytes, or nested too deeply`
      return end({ kind: 'threw', detail })
    }
    ask(op, withBody(json, bytes), (answer) => {
      if (answer.kind === 'suspend') return
      if (answer.kind === 'rejected') return realm.settle(id, false, JSON.stringify([answer.name, answer.message]))
      if (answer.body !== undefined) bodies.set(id, Buffer.from(answer.body, 'base64'))
      realm.settle(id, true, JSON.stringify(answer.value))
    })
  }
  const takeBody = (id: number): Uint8Array => {
    const body = bodies.get(id) ?? new Uint8Array()
    bodies.delete(id)
    return body
  }

  const realm = createRealm(
    () => conditions?.now_ms ?? 0,
    (kind, ...args) => {
      if (conditions === undefined) {
        topLevelCalls += 1
        throw new Error('The skill made a host call at its top level')
      }
      if (outcome !== undefined) return undefined
      const text = (at: number) => String(args[at])
      const detail = (at: number) => text(at).slice(0, maxDetail)
      switch (kind) {
        // The host side never reads the skill's values: they arrive as JSON.
        case guestCall.request:
          return true
        case guestCall.returned:
          return undefined
        case guestCall.requestJson:
          return request(Number(args[0]), Number(args[1]), text(2), args[3])
        case guestCall.log: {
          for (const line of log.take(text(0), text(1))) ask('console.log', JSON.stringify(line))
          return undefined
        }
        case guestCall.secret: {
          const name = text(0)
          ask('secrets.get', JSON.stringify({ name }))
          return Object.hasOwn(conditions.secrets, name) ? (conditions.secrets[name] ?? undefined) : undefined
        }
        case guestCall.bodyText:
          return Buffer.from(takeBody(Number(args[0]))).toString('utf8')
        case guestCall.bodyBytes:
          return realm.newBuffer(takeBody(Number(args[0])))
        case guestCall.returnedJson:
          return end({ kind: 'returned', json: text(0) })
        case guestCall.invalid:
          return end({ kind: 'invalid', detail: detail(0) })
        case guestCall.raised:
          return end({
            kind: 'raised',
            code: detail(0),
            detail: detail(1),
            ...(args.length > 2 ? { field: text(2) } : {}),
          })
        case guestCall.threw:
          return end({ kind: 'threw', detail: detail(0) })
        default:
          throw new TypeError('The skill made an unknown host call')
      }
    },
  )

  const loadFailure = attempt(() =>
    realm.load(code, 'skill.js') ? undefined : 'it has no function as its default export',
  )
  const input = readInput()
  const parsed = attempt(() => {
    const { _travel, ...call } = JSON.parse(input)
    conditions = { seed: _travel.seed, now_ms: _travel.now_ms, secrets: _travel.secrets }
    if (loadFailure !== undefined) return loadFailure
    if (topLevelCalls > 0) return 'The skill made a host call at its top level'
    realm.start(JSON.stringify({ call, seed: seedNumbers(Buffer.from(conditions.seed, 'base64')) }))
    return undefined
  })
  if (parsed !== undefined) end({ kind: 'threw', detail: parsed.slice(0, maxDetail) })
  whenIdle(() =>
    end(held > 0 ? { kind: 'waits' } : { kind: 'threw', detail: 'it waits for a promise that never settles' }),
  )
}

/** The error as text. */
function attempt(work: () => string | undefined): string | undefined {
  try {
    return work()
  } catch (error) {
    try {
      return String(Object(error).stack ?? error)
    } catch {
      return 'threw something that has no text'
    }
  }
}

/** The guest's bytes are Base64 in the arguments. */
function withBody(json: string, bytes: Buffer | undefined): string {
  if (bytes === undefined) return json
  return `${json.slice(0, -1)},"body":{"base64":"${bytes.toString('base64')}"}}`
}

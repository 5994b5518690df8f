import type { Json, RaisableCode, SkillHost, SkillRequest, SkillResponse } from '../index.ts'
import { offsetIn } from './local-times.ts'

/** A fake provider's reaction to one request: a response or a rejection. */
export type FakeAnswer =
  | {
      /** Default: 200. */
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  | { readonly rejects: Error }

export type FakeRequest = SkillRequest & { readonly url: string; readonly method: string }

export type FakeHostOptions = {
  /** IANA zones of the test's airports and cities. IANA zone names need no entry. */
  readonly zones?: Readonly<Record<string, string>>
  /** The values that `settings.get` returns. */
  readonly settings?: Readonly<Record<string, string>>
  /** Determines how each command ends. Absent: no command is available. */
  readonly command?: (command: FakeCommand) => FakeEnd
}

export type FakeCommand = { readonly name: string; readonly args: readonly string[]; readonly stdin: string }
export type FakeEnd = { readonly code?: number; readonly stdout?: string; readonly stderr?: string }

/** A host for tests that records the skill's calls. */
export type FakeHost = SkillHost & {
  readonly requests: FakeRequest[]
  /** The number of pairs of each `time.offset` call. */
  readonly offsetCalls: number[]
  /** The messages to the operator. */
  readonly sent: { readonly text: string; readonly urgent?: boolean }[]
  /** The texts of the skill's files, by path. */
  readonly fileTexts: Map<string, string>
  /** The values that the skill stored, by key. */
  readonly values: Map<string, Json>
  /** The commands that the skill ran. */
  readonly ran: FakeCommand[]
  /** The entries of the call log. */
  readonly logged: object[]
  /** The lines that the skill logged. */
  readonly lines: string[]
  /** The highest number of concurrent requests. */
  maxAtOnce: number
}

export const json = (value: unknown, status = 200): FakeAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

const named = (name: string, message: string) => Object.assign(new Error(message), { name })
const rejecting = (name: string, message: string): FakeAnswer => ({ rejects: named(name, message) })
/** How `fetch` rejects on a timeout, and for an unreachable host. */
export const timedOut = rejecting('TimeoutError', 'no answer in time')
export const unreachable = rejecting('NetworkError', 'no connection')

/** Like the sandbox's class: throwing it ends the execution with its code. */
class FakeSkillError extends Error {
  override readonly name = 'SkillError'
  readonly code: RaisableCode
  readonly field: string | undefined

  constructor(code: RaisableCode, message = '', { field }: { readonly field?: string } = {}) {
    super(message)
    this.code = code
    this.field = field
  }
}

/**
 * A host without a network: `answer` determines the response to each request. Offsets are those of the real zones,
 * secrets are placeholders, the language model rejects, and the memory is empty.
 *
 * @example
 * const host = createFakeHost(({ url }) => (url.endsWith('/rates') ? json({ USD: 1.1 }) : json({}, 404)))
 * expect(await skill({ action: 'rates', params: { base: 'EUR' }, config: {} }, host)).toEqual({ results: [ … ] })
 * expect(host.requests).toHaveLength(1)
 */
export function createFakeHost(
  answer: FakeAnswer | ((request: FakeRequest) => FakeAnswer),
  { zones = {}, settings = {}, command }: FakeHostOptions = {},
): FakeHost {
  const lines: string[] = []
  const print = (...values: unknown[]) => lines.push(values.join(' '))
  let open = 0
  const host: FakeHost = {
    requests: [],
    offsetCalls: [],
    sent: [],
    fileTexts: new Map(),
    values: new Map(),
    ran: [],
    logged: [],
    lines,
    maxAtOnce: 0,
    SkillError: FakeSkillError,
    console: { log: print, info: print, warn: print, error: print },
    secrets: { get: (name) => `placeholder of ${name}` },
    settings: {
      get: async (name) => settings[name] ?? Promise.reject(new RangeError(`there is no setting ${name}`)),
      keys: async () => Object.keys(settings).sort(),
    },
    llm: {
      complete: () => Promise.reject(new Error('the fake host does not support llm.complete')),
      predict: () => Promise.reject(new Error('the fake host does not support llm.predict')),
    },
    call: {
      context: async () => ({
        call: { id: '', channel: '', caller_id: '', transcript: '' },
        operator: { name: 'the operator' },
      }),
      async log(entry) {
        host.logged.push(entry)
        return null
      },
    },
    memory: { recall: async () => [] },
    messages: {
      async send(message) {
        host.sent.push(message)
        return { noted: true, to: 'the operator' }
      },
    },
    gateway: { post: () => Promise.reject(new Error('the fake host does not support gateway.post')) },
    files: {
      async read(path) {
        return host.fileTexts.get(path) ?? Promise.reject(named('NotFoundError', `there is no file ${path}`))
      },
      async write(path, text) {
        host.fileTexts.set(path, text)
        return { bytes: new TextEncoder().encode(text).length }
      },
    },
    crypto: {
      digest: async (algorithm, data) => `${algorithm} of ${data}`,
      hmac: async (secret, data) => `HMAC of ${data} with ${secret}`,
      jwt: async (secret, claims) => `token of ${JSON.stringify(claims)} with ${secret}`,
    },
    kv: {
      get: async (key) => host.values.get(key) ?? null,
      async put(key, value) {
        if (value === null) host.values.delete(key)
        else host.values.set(key, value)
        return null
      },
    },
    exec: {
      async run(name, args = [], { stdin = '' } = {}) {
        const asked = { name, args, stdin }
        host.ran.push(asked)
        if (command === undefined) throw named('CommandUnavailable', `there is no command ${name}`)
        return { code: 0, stdout: '', stderr: '', ...command(asked) }
      },
    },
    time: {
      async offset(pairs) {
        host.offsetCalls.push(pairs.length)
        return pairs.map(([place, localTime]) => offsetIn(zones[place] ?? place, localTime) ?? null)
      },
    },
    async fetch(url, given = {}) {
      const request = { ...given, url, method: given.method ?? 'GET' }
      host.requests.push(request)
      open += 1
      host.maxAtOnce = Math.max(host.maxAtOnce, open)
      // Lets concurrent requests start first.
      await Promise.resolve()
      open -= 1
      const found = typeof answer === 'function' ? answer(request) : answer
      if ('rejects' in found) throw found.rejects
      return responseOf(url, found)
    },
  }
  return host
}

function responseOf(url: string, { status = 200, headers = {}, body = '' }: Exclude<FakeAnswer, { rejects: Error }>) {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  let isRead = false
  const read = async () => {
    if (isRead) throw new TypeError('the body was already read')
    isRead = true
    return body
  }
  const text = async () => (await read()).replace(/^\ufeff/, '')
  return {
    status,
    ok: status >= 200 && status < 300,
    url,
    headers: {
      get: (name) => named.get(name.toLowerCase()) ?? null,
      has: (name) => named.has(name.toLowerCase()),
      entries: () => named.entries(),
      [Symbol.iterator]: () => named.entries(),
    },
    text,
    json: async () => JSON.parse(await text()),
    arrayBuffer: async () => new TextEncoder().encode(await read()).buffer,
  } satisfies SkillResponse
}

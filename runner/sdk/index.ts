import type { RaisableCode } from '../contract/errors.ts'
import type { Json, SkillInput } from '../contract/skill-io.ts'

/**
 * What a skill's author imports: types, and `defineSkill`, which bundles to a few bytes. The helpers in this folder
 * (money, JSON, outcomes, offsets) are bundled only when imported.
 *
 * The sandbox has the language (ES2023, without `eval`, the `Function` constructors, `import()`, `SharedArrayBuffer`,
 * `WeakRef`, `Intl`, timers), `URLSearchParams`, and the globals of `SkillHost`. It has no `URL`, `TextEncoder`,
 * `atob`, `crypto` or `process`. The clock is fixed at the start of the execution and `Math.random` has a new seed for
 * each execution, so that the same input, seed and answers give the same results.
 *
 * Code at the top level of the module runs once, before any execution. In that code, the clock reads 1970, and a host
 * call ends the skill. Every execution starts from the state that the top-level code leaves.
 */

/**
 * The argument of the default export. `params` already meet the capability's contract and the manifest's
 * `input_schema`.
 */
export type SkillCall<Params = SkillInput['params']> = {
  readonly action: SkillInput['action']
  readonly params: Params
  readonly config: SkillInput['config']
}

/** What the default export returns. The runner checks it and adds status, name, version and timing. */
export type SkillAnswer = {
  readonly results: readonly object[]
  /** One sentence to show or speak, at most 2,000 characters. */
  readonly message?: string
  readonly metadata?: {
    readonly source_api?: string
    readonly partial?: boolean
    /** There are more results than `max_results`. */
    readonly has_more?: boolean
    /** The number of offers that could not be read. */
    readonly unreadable?: number
    /** The airports of offers that the host does not know. At most 20. */
    readonly unknown_airports?: readonly string[]
    /** The kind of data, if it is not live: for example from a provider's test environment. */
    readonly data?: 'test' | 'sample'
  }
}

export type SkillRequest = {
  /** Default: `GET`. The manifest declares the allowed methods. */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>> | ReadonlyArray<readonly [name: string, value: string]>
  readonly body?: string | Uint8Array | URLSearchParams
  /** Used only when it is shorter than the time until the execution's deadline. */
  readonly timeoutMs?: number
}

export type SkillHeaders = Iterable<[name: string, value: string]> & {
  /** Multiple values are joined by `, `. Absent: `null`. */
  get(name: string): string | null
  has(name: string): boolean
  entries(): IterableIterator<[name: string, value: string]>
}

/** The body can be read once; a second read rejects. */
export type SkillResponse = {
  readonly status: number
  /** `status` is 200 to 299. */
  readonly ok: boolean
  /** The URL after redirects. */
  readonly url: string
  readonly headers: SkillHeaders
  text(): Promise<string>
  json(): Promise<unknown>
  arrayBuffer(): Promise<ArrayBuffer>
}

export type SkillErrorConstructor = new (
  code: RaisableCode,
  message?: string,
  options?: {
    /**
     * With INVALID_INPUT: the rejected param, like `date`. The caller sees the param's value and what the skill
     * accepts.
     */
    readonly field?: string
  },
) => Error & { readonly code: RaisableCode }

/**
 * The host functions, which are globals inside the sandbox. Using one that the manifest does not declare ends the
 * execution.
 */
export type SkillHost = {
  /** Rejects on a network error or timeout. A status of 400 or above is a response, not an error. */
  fetch(url: string, request?: SkillRequest): Promise<SkillResponse>
  readonly secrets: {
    /**
     * A placeholder. Outside the sandbox it is replaced by the real value, in requests to the declared host. A declared
     * secret that was withheld throws a catchable Error named `CapabilityRevoked`.
     */
    get(name: string): string
  }
  readonly time: {
    /**
     * UTC offsets (`+09:00`) of local times (`2026-03-15T11:30:00`) at airports, cities (IATA) or in IANA zones, in the
     * given order. One host call for the whole list.
     */
    offset(pairs: ReadonlyArray<readonly [placeOrZone: string, localTime: string]>): Promise<string[]>
  }
  readonly settings: {
    /** The value of a setting; for a secret its placeholder. Rejects for an unknown name. */
    get(name: string): Promise<string>
    /** The names of all settings, sorted. */
    keys(): Promise<string[]>
  }
  readonly llm: {
    /**
     * A completion by the language model of whoever started the execution. If the answer takes time, the execution is
     * suspended and later restarted with the same answers to its earlier calls. Only in durable executions with the llm
     * permission.
     */
    complete(prompt: string, model?: string): Promise<string>
    /**
     * A completion by the operator's language model. If the operator has no model, the caller's model answers as for
     * `complete`, and an execution that cannot wait ends with NOT_CONFIGURED. `model` is a preference that only the
     * caller's model receives. The answer is untrusted text of at most 262,144 characters, without hidden characters.
     * Rejects with `TypeError` for a bad prompt, `ModelError` without a usable answer, `TimeoutError`, and
     * `CapabilityRevoked` if the permission was withheld.
     */
    predict(prompt: string, model?: string): Promise<string>
  }
  readonly memory: {
    /**
     * The caller's earlier searches and successful skill calls, newest first, one text each. Finds entries that contain
     * every word of `query`; an empty query finds the latest. `limit`: 1 to 20, by default 5. Changes nothing. Rejects
     * with `TypeError`, `MemoryError` if the memory cannot be read, and `CapabilityRevoked` if the permission was
     * withheld.
     */
    recall(query?: string, limit?: number): Promise<string[]>
  }
  readonly call: {
    /**
     * The phone call or chat during which the skill runs, and the operator's name. Unknown fields are empty. A skill
     * with network access gets no data of the call.
     */
    context(): Promise<{
      readonly call: {
        readonly id: string
        /** The channel of the call: `phone`, `chat` and the like. */
        readonly channel: string
        readonly caller_id: string
        readonly transcript: string
      }
      readonly operator: {
        readonly name: string
        /** The operator's Telegram chat. Only with the messages permission, where one is configured. */
        readonly telegram_id?: string
      }
    }>
    /**
     * Appends an object to the operator's call log: at most 3,000 characters as JSON, and 20 objects in an execution.
     * Secrets are redacted. Rejects with `TypeError` for an invalid entry, and with `CallLogError` if the entry could
     * not be stored.
     */
    log(entry: object): Promise<null>
  }
  readonly messages: {
    /**
     * Leaves a message for the operator: at most 1,500 characters, and 3 messages in an execution. The message is
     * recorded when the execution succeeds, and delivered afterwards. `to` is the operator's name. Rejects with
     * `TypeError` for an invalid message, and with `CapabilityRevoked` if the permission was withheld.
     */
    send(message: { readonly text: string; readonly urgent?: boolean }): Promise<{
      readonly noted: true
      readonly to: string
    }>
  }
  readonly gateway: {
    /**
     * Posts an object to the operator's OpenClaw gateway, such as `{ tool, action, args }`, at most 32 KB, and returns
     * its answer: untrusted JSON, or text. Only in actions whose effects include `act`. Rejects with `TypeError` for an
     * invalid payload, `GatewayError` without a usable answer, and `CapabilityRevoked` if the permission was withheld.
     */
    post(payload: object): Promise<Json>
  }
  readonly files: {
    /**
     * The text of a file in the skill's own folder, by its relative path. The manifest declares the path, or a folder
     * above it, in `permissions.filesystem.read`. Rejects with `NotFoundError` if there is no such file.
     */
    read(path: string): Promise<string>
    /**
     * Replaces or creates a whole file, at most 1 MB. Only in actions whose effects include `act`. Rejects with
     * `QuotaExceeded` if the skill's folder is full.
     */
    write(path: string, text: string): Promise<{ readonly bytes: number }>
  }
  readonly exec: {
    /**
     * Runs a program that the manifest declares in `permissions.exec`, without a shell, in an empty folder. A nonzero
     * exit code does not reject. Rejects with `TimeoutError`, with `OutputTooLarge`, and with `CommandUnavailable` if
     * this machine cannot run it.
     */
    run(
      name: string,
      args?: readonly string[],
      options?: { readonly stdin?: string; readonly timeoutMs?: number },
    ): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>
  }
  readonly console: Record<'log' | 'info' | 'warn' | 'error', (...values: unknown[]) => void>
  /** Throw a SkillError to end the execution with its code. The message appears only in the log. */
  readonly SkillError: SkillErrorConstructor
}

export type Skill<Params = SkillInput['params']> = (
  call: SkillCall<Params>,
  host?: SkillHost,
) => SkillAnswer | Promise<SkillAnswer>

/**
 * Types a skill's default export and passes it the host functions as an argument, so that a test can pass its own.
 *
 * @example
 * export default defineSkill(async ({ params }, { fetch, SkillError }) => {
 *   const response = await fetch(`https://api.example.com/v1/rates?base=${params.base}`)
 *   if (response.status === 429) throw new SkillError('API_RATE_LIMITED', 'for the log')
 *   return { results: [{ rates: await response.json() }] }
 * })
 */
export function defineSkill<Params = SkillInput['params']>(
  skill: (call: SkillCall<Params>, host: SkillHost) => SkillAnswer | Promise<SkillAnswer>,
): Skill<Params> {
  // `Object` returns its argument unchanged; in the sandbox the global object is a SkillHost.
  return (call, host = Object(globalThis)) => skill(call, host)
}

export type { Json, RaisableCode }

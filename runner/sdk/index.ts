import type { RaisableCode } from '../contract/errors.ts'
import type { HostGlobals } from '../contract/operations/host-operations.ts'
import type { Json, SkillInput } from '../contract/skill-io.ts'

/**
 * What a skill's author imports: types, and `defineSkill`, which bundles to a few bytes. The helpers in this folder
 * (money, JSON, outcomes, offsets) are bundled only when imported.
 *
 * The sandbox has the language (ES2023, without `eval`, the `Function` constructors, `import()`, `SharedArrayBuffer`,
 * `WeakRef`, `Intl`, timers), `URL` of http and https, `URLSearchParams`, `TextEncoder`, `TextDecoder` of UTF-8, `atob`,
 * `btoa`, `structuredClone`, and the globals of `SkillHost`. Its `crypto` is the one of `SkillHost`, and it has no
 * `process`. The clock is fixed at the start of the execution and `Math.random` has a new seed for
 * each execution, so that the same input, seed and answers give the same results. Without `Intl`, `localeCompare` and the
 * functions named `toLocale…String` throw.
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
    /** The number of hotels of which rates were left out. */
    readonly hotels_with_fewer_rates?: number
    /** How many hotels the provider was asked for, of those that it lists. Absent: all, or unknown. */
    readonly hotels_asked?: { readonly count: number; readonly of: number }
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
  /**
   * The latest start, in milliseconds after that of the execution. When others use the provider's rate, a request that
   * got no turn by then rejects with the name `RateLimitError` and is not sent. Default: it waits for its turn.
   */
  readonly startByMs?: number | undefined
  /** `manual`: a redirect is the response, with its target as the header `location`. Default: it is followed. */
  readonly redirect?: 'follow' | 'manual'
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
export type SkillHost = HostGlobals & {
  /** Rejects on a network error or timeout. A status of 400 or above is a response, not an error. */
  fetch(url: string, request?: SkillRequest): Promise<SkillResponse>
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

import type { RaisableCode } from '../contract/errors.ts'
import type { Json, SkillInput } from '../contract/skill-io.ts'

/**
 * What a skill's author imports: types, and `defineSkill`. It bundles to a few bytes. The helpers beside it (money, JSON,
 * outcomes, offsets) go into a bundle one by one, as they are imported.
 *
 * Inside the sandbox there is the language (ES2023, without `eval`, the `Function` constructors, `import()`,
 * `SharedArrayBuffer`, `WeakRef`, `Intl`, timers), `URLSearchParams`, and the globals of `SkillHost`. There is no `URL`,
 * `TextEncoder`, `atob`, `crypto` or `process`. The clock stands still at the start of the execution and `Math.random`
 * is seeded anew for each, so the same input and the same answers give the same results.
 *
 * Code at the top level of the module runs once, before any execution: there the clock reads 1970, and a host
 * call ends the skill. Whatever it sets up is what every execution starts from.
 */

/** What the default export is called with. `params` kept to the capability's contract and to the manifest's `input_schema`. */
export type SkillCall<Params = SkillInput['params']> = {
  readonly action: SkillInput['action']
  readonly params: Params
  readonly config: SkillInput['config']
}

/** What the default export gives back. The runner adds status, name, version and timing, and checks it all. */
export type SkillAnswer = {
  readonly results: readonly object[]
  /** One sentence to show or speak, at most 2,000 characters. */
  readonly message?: string
  readonly metadata?: { readonly source_api?: string; readonly partial?: boolean }
}

export type SkillRequest = {
  /** `GET` unless said. The manifest declares which methods may be used. */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>> | ReadonlyArray<readonly [name: string, value: string]>
  readonly body?: string | Uint8Array | URLSearchParams
  /** Counts only when it is shorter than what the execution's deadline leaves. */
  readonly timeoutMs?: number
}

export type SkillHeaders = Iterable<[name: string, value: string]> & {
  /** Several values are joined by `, `. Absent: `null`. */
  get(name: string): string | null
  has(name: string): boolean
  entries(): IterableIterator<[name: string, value: string]>
}

/** A body is read once; reading it again rejects. */
export type SkillResponse = {
  readonly status: number
  /** `status` is 200 to 299. */
  readonly ok: boolean
  /** After redirects. */
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
    /** With INVALID_INPUT: which of the params is refused, like `date`. The caller is told its value and what the skill takes there. */
    readonly field?: string
  },
) => Error & { readonly code: RaisableCode }

/** The host functions: globals inside the sandbox. Using one that the manifest does not declare ends the execution. */
export type SkillHost = {
  /** Rejects when the network fails or time runs out; a status of 400 and above is an answer, not an error. */
  fetch(url: string, request?: SkillRequest): Promise<SkillResponse>
  readonly secrets: {
    /**
     * A placeholder. The real value takes its place outside the sandbox, in requests to the declared host. A declared
     * secret that was withheld throws an Error named `CapabilityRevoked`, which may be caught.
     */
    get(name: string): string
  }
  readonly time: {
    /**
     * UTC offsets (`+09:00`) of local times (`2026-03-15T11:30:00`) at airports, cities (IATA) or IANA zones, in the
     * order asked. One host call for the whole list.
     */
    offset(pairs: ReadonlyArray<readonly [placeOrZone: string, localTime: string]>): Promise<string[]>
  }
  readonly settings: {
    /** The value of a setting, for a secret its placeholder. Rejects when there is none of this name. */
    get(name: string): Promise<string>
    /** The names of all that there are, sorted. */
    keys(): Promise<string[]>
  }
  readonly llm: {
    /**
     * A text that whoever started the execution gets from a language model. Where it takes a while the execution is let go and runs
     * again from its start, with all that it asked before answered as it was. Only in durable executions with the llm permission.
     */
    complete(prompt: string, model?: string): Promise<string>
  }
  readonly console: Record<'log' | 'info' | 'warn' | 'error', (...values: unknown[]) => void>
  /** Thrown, it ends the execution with its code; the message goes to the log only. */
  readonly SkillError: SkillErrorConstructor
}

export type Skill<Params = SkillInput['params']> = (
  call: SkillCall<Params>,
  host?: SkillHost,
) => SkillAnswer | Promise<SkillAnswer>

/**
 * Types a skill's default export and hands it the host functions by name, so that a test can pass its own.
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
  // `Object` gives its object argument back: in the sandbox the global object is a SkillHost.
  return (call, host = Object(globalThis)) => skill(call, host)
}

export type { Json, RaisableCode }

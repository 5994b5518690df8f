import * as z from 'zod'
import { withoutHidden } from '../contract/hidden-text.ts'
import { EgressHost, HttpMethod, Permissions } from '../contract/manifest.ts'
import { orAborted } from '../core/or-aborted.ts'
import type { LanguageModel, Prediction } from '../core/ports.ts'

const FetchOptions = z.strictObject({
  allowedHosts: z.array(EgressHost).max(64),
  methods: z.array(HttpMethod).min(1).default(['GET']),
})

/**
 * Permits requests to these hosts. Only `createFetchCapability` creates an instance, so hosts and methods are valid.
 */
export class FetchCapability {
  readonly allowedHosts: readonly string[]
  readonly methods: readonly HttpMethod[]
  readonly #isChecked = true

  constructor({ allowedHosts, methods }: z.output<typeof FetchOptions>) {
    this.allowedHosts = Object.freeze([...allowedHosts])
    this.methods = Object.freeze([...methods])
    Object.freeze(this)
  }

  /** False for an object that only has the same fields. */
  static isOne(value: unknown): value is FetchCapability {
    return typeof value === 'object' && value !== null && #isChecked in value
  }
}

const ShellOptions = z.strictObject({ programs: Permissions.shape.exec.unwrap() })
const FilesystemOptions = Permissions.shape.filesystem.unwrap()

/** Permits these programs, by name. */
export type ShellCapability = Readonly<z.output<typeof ShellOptions>>
/** Permits to read and to write these paths in the skill's own folder. */
export type FilesystemCapability = Readonly<z.output<typeof FilesystemOptions>>

/** The capabilities of one execution. Absent capabilities are not granted. */
export type Capabilities = {
  readonly fetch?: FetchCapability
  readonly shell?: ShellCapability
  readonly filesystem?: FilesystemCapability
  /** Answers `llmPredict`. */
  readonly llmPredict?: LlmPredict
  /** True: the execution may recall its caller's earlier actions. */
  readonly memory?: boolean
}

/**
 * Lets a skill send requests to these hosts, given by their full names, with these methods. Default: only GET.
 *
 * @throws {TypeError} for a host with a wildcard, an address or a scheme, or an unknown option
 */
export function createFetchCapability(options: z.input<typeof FetchOptions>): FetchCapability {
  return new FetchCapability(checked('createFetchCapability', FetchOptions, options))
}

/**
 * Lets a skill run these programs, given by their names, each in its own sandbox.
 *
 * @throws {TypeError} for a path, a command line or an unknown option
 */
export const createShellCapability = (options: z.input<typeof ShellOptions>): ShellCapability =>
  checked('createShellCapability', ShellOptions, options)

/**
 * Lets a skill read and write these paths below its own folder.
 *
 * @throws {TypeError} for a path that leads out of it, or an unknown option
 */
export const createFilesystemCapability = (options: z.input<typeof FilesystemOptions>): FilesystemCapability =>
  checked('createFilesystemCapability', FilesystemOptions, options)

function checked<Schema extends z.ZodType>(name: string, schema: Schema, options: unknown): z.output<Schema> {
  const parsed = schema.safeParse(options)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new TypeError(`${name}: ${issue?.path.join('.') || 'options'}: ${issue?.message}`)
}

/** Converts capabilities to the permissions of a manifest. */
export function permissionsOf({ fetch, shell, filesystem, llmPredict, memory = false }: Capabilities): Permissions {
  if (fetch !== undefined && !FetchCapability.isOne(fetch)) {
    throw new TypeError('capabilities.fetch: make it with createFetchCapability({ allowedHosts })')
  }
  return Permissions.parse({
    ...(fetch === undefined ? {} : { network: { egress: [...fetch.allowedHosts], methods: [...fetch.methods] } }),
    ...(shell === undefined ? {} : { exec: shell.programs }),
    ...(filesystem === undefined ? {} : { filesystem }),
    llm: llmPredict !== undefined,
    memory,
  })
}

/** The language model in the capabilities. Undefined: use the executor's model. */
export const modelOf = ({ llmPredict }: Capabilities): LanguageModel | undefined =>
  llmPredict === undefined ? undefined : modelOfFunction(llmPredict)

/** A function that sends a prompt to a model, for example with a client library. It must return a text. */
export type LlmPredict = (prompt: string, options: { readonly signal: AbortSignal }) => unknown

const longestText = 256 * 1024

/** Wraps the function as a language model. Its answer is untrusted, and the skill does not see its errors. */
export function modelOfFunction(llmPredict: LlmPredict): LanguageModel {
  return {
    async predict(prompt, { signal, timeoutMs }) {
      const late = AbortSignal.timeout(Math.min(Math.floor(timeoutMs), longestWaitMs))
      const ends = AbortSignal.any([signal, late])
      try {
        return answerOf(await orAborted(ask(llmPredict, prompt, ends), ends))
      } catch {
        if (signal.aborted) return failed('aborted', 'The execution has ended')
        if (late.aborted) return failed('timeout', 'The language model gave no answer in time')
        return failed('unavailable', 'The language model failed')
      }
    },
  }
}

/** An unbounded time limit would exceed the longest timer of the platform. */
const longestWaitMs = 600_000

/** An async function, so that a synchronous error of `llmPredict` rejects, too. */
async function ask(llmPredict: LlmPredict, prompt: string, signal: AbortSignal): Promise<unknown> {
  return llmPredict(prompt, { signal })
}

type Failure = Extract<Prediction, { kind: 'failed' }>
const failed = (reason: Failure['reason'], message: string): Failure => ({ kind: 'failed', reason, message })

function answerOf(answer: unknown): Prediction {
  if (typeof answer !== 'string')
    return failed('unavailable', 'The language model answered with something else than text')
  if (answer.length > longestText) return failed('too_large', `The answer is over ${longestText} characters`)
  return { kind: 'text', text: withoutHidden(answer) }
}

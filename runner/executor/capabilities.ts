import * as z from 'zod'
import { EgressHost, HttpMethod, Permissions } from '../contract/manifest.ts'
import type { LanguageModel } from '../core/ports.ts'
import { type LlmPredict, modelOfFunction } from './model-of-function.ts'

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

/** The capabilities of one execution. Absent capabilities are not granted. */
export type Capabilities = {
  readonly fetch?: FetchCapability
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
  const parsed = FetchOptions.safeParse(options)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new TypeError(`createFetchCapability: ${issue?.path.join('.') || 'options'}: ${issue?.message}`)
  }
  return new FetchCapability(parsed.data)
}

/** Converts capabilities to the permissions of a manifest. */
export function permissionsOf({ fetch, llmPredict, memory = false }: Capabilities): Permissions {
  if (fetch !== undefined && !FetchCapability.isOne(fetch)) {
    throw new TypeError('capabilities.fetch: make it with createFetchCapability({ allowedHosts })')
  }
  return Permissions.parse({
    ...(fetch === undefined ? {} : { network: { egress: [...fetch.allowedHosts], methods: [...fetch.methods] } }),
    llm: llmPredict !== undefined,
    memory,
  })
}

/** The language model in the capabilities. Undefined: use the executor's model. */
export const modelOf = ({ llmPredict }: Capabilities): LanguageModel | undefined =>
  llmPredict === undefined ? undefined : modelOfFunction(llmPredict)

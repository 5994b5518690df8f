import * as z from 'zod'
import { budgetOf } from './budget.ts'
import { ErrorBody, NamedFacts } from './errors.ts'
import { iataCode } from './travel-fields.ts'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/**
 * A value returned by `JSON.parse`. Only its outermost type is checked: parsed values contain only JSON, and traversing
 * a whole answer again would cost more than all other checks together.
 */
export const Json = z.custom<Json>(
  (value) => value === null || ['string', 'number', 'boolean', 'object'].includes(typeof value),
  'is not JSON',
)

/** A request to a skill; also the JSON on a container's stdin. A caller's `config` can only lower limits. */
export const SkillInput = z.strictObject({
  action: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be a name like search_flights'),
  params: z.record(z.string(), Json),
  config: z
    .strictObject({
      timeout_ms: budgetOf.timeout_ms.optional(),
      max_results: z.int().min(1).max(1000).optional(),
    })
    .default({}),
})
export type SkillInput = z.infer<typeof SkillInput>

/** The kind of upstream that the results come from. */
export const DataLabel = z.enum(['live', 'test', 'sample'])
export type DataLabel = z.infer<typeof DataLabel>

/** One host call in a trace. `fuel`: units left at the call. `ms`: its duration. */
export const TraceEntry = z.object({ op: z.string(), url: z.string().optional(), fuel: z.number(), ms: z.number() })
export type TraceEntry = z.infer<typeof TraceEntry>

/** The number of offers that the source sent but that could not be read. */
const unreadable = z.int().positive().optional()
/** The number of hotels of which the source left out rates. A search for all offers of one hotel has them. */
const hotels_with_fewer_rates = z.int().positive().optional()
/** How many hotels the source was asked for, of those that it lists. Absent: all, or unknown. */
const hotels_asked = z.object({ count: z.int().nonnegative(), of: z.int().positive() }).optional()
export const OutputMetadata = z.object({
  query_time_ms: z.number().nonnegative(),
  source_api: z.string().optional(),
  cached: z.boolean(),
  data: DataLabel.optional(),
  fetched_at: z.iso.datetime(),
  partial: z.boolean().default(false),
  /** True: the source has more results than requested. Absent: it does not say. */
  has_more: z.boolean().optional(),
  unreadable,
  /** The airports of offers that this app's data lacks. Their offers may be unreadable, or not fit the search. */
  unknown_airports: z.array(z.string()).optional(),
  hotels_with_fewer_rates,
  hotels_asked,
})
export type OutputMetadata = z.infer<typeof OutputMetadata>

/**
 * What an execution of a script returns besides its result. `error`: why the script failed, including the error that it
 * threw. `remedy`: what its sender can do, which is not for operators. `line`: the line of the script that threw, from 1;
 * absent if unknown.
 */
export const ScriptReport = z.object({
  stdout: z.string(),
  stderr: z.string(),
  error: z.string().optional(),
  remedy: z.string().optional(),
  line: z.int().positive().optional(),
})
export type ScriptReport = z.infer<typeof ScriptReport>

/** `script`: set for scripts only. */
const stamped = {
  skill: z.string(),
  version: z.string(),
  trace: z.array(TraceEntry).optional(),
  script: ScriptReport.optional(),
}

export const SkillSuccess = z.object({
  status: z.literal('success'),
  ...stamped,
  results: z.array(z.record(z.string(), Json)),
  message: z.string().max(2000).optional(),
  metadata: OutputMetadata,
})
export type SkillSuccess = z.infer<typeof SkillSuccess>

/** Whether offers arrived, but none could be read. Such an answer does not say that there are none. */
export const isUnreadable = ({ results, metadata }: Pick<SkillSuccess, 'results' | 'metadata'>): boolean =>
  results.length === 0 && metadata.unreadable !== undefined

/**
 * Without the facts of fields, which only the refusal of a whole request has, and without the remedy, which is not stored.
 * Pages load this schema with every answer.
 */
const FailureBody = ErrorBody.omit({ remedy: true }).extend({ facts: NamedFacts.omit({ fields: true }).optional() })
export const SkillFailure = z.object({
  status: z.literal('error'),
  ...stamped,
  /** Absent: the skill is not known. */
  version: stamped.version.optional(),
  error: FailureBody,
})
export type SkillFailure = z.infer<typeof SkillFailure>

export const SkillConfirmation = z.object({
  status: z.literal('requires_confirmation'),
  requires_confirmation: z.literal(true),
  ...stamped,
  confirmation: z.object({ id: z.string(), prompt: z.string() }),
})

/** The runner's answer. The runner, not the skill, sets `status`, `skill`, `version` and the timing metadata. */
export const SkillOutput = z.discriminatedUnion('status', [SkillSuccess, SkillFailure, SkillConfirmation])
export type SkillOutput = z.infer<typeof SkillOutput>

const notOfSearches = { trace: true, script: true } as const

/** The answer to a search, which is neither traced nor a script. Pages validate these, so the schema stays small. */
export const SearchOutput = z.discriminatedUnion('status', [
  SkillSuccess.omit(notOfSearches),
  SkillFailure.omit(notOfSearches),
  SkillConfirmation.omit(notOfSearches),
])

/**
 * Reports one issue for all results together, because a skill may return any number of invalid results. Does not check
 * the values within a result, because they are already JSON.
 */
const Results = z.custom<Record<string, Json>[]>(
  (value) => Array.isArray(value) && value.every(isObject),
  'is not a list of objects',
)

/** Whether a value is an object, and not a list or null. */
export function isObject(value: Json): value is { [key: string]: Json }
export function isObject(value: unknown): value is Record<string, unknown>
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The return value of a skill's default export. */
export const SkillReturn = z.object({
  results: Results,
  message: z.string().max(2000).optional(),
  metadata: z
    .object({
      source_api: z.string().max(253).optional(),
      partial: z.boolean().optional(),
      has_more: z.boolean().optional(),
      /** Used only if it is lower than the upstream's label, in the order sample, test, live. */
      data: DataLabel.optional(),
      unreadable,
      unknown_airports: z.array(iataCode).max(20).optional(),
      hotels_with_fewer_rates,
      hotels_asked,
    })
    .default({}),
})
export type SkillReturn = z.infer<typeof SkillReturn>

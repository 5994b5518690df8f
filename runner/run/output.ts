import type * as z from 'zod'
import type { EndCause } from '../contract/end-cause.ts'
import { reasonOfCause } from '../contract/error-reasons.ts'
import type { ErrorCode, ErrorFacts } from '../contract/errors.ts'
import { type BlamedError, errorBecause, errorOf } from '../contract/faults.ts'
import type { SkillManifest } from '../contract/manifest.ts'
import {
  type DataLabel,
  type SkillInput,
  type SkillOutput,
  SkillReturn,
  type TraceEntry,
} from '../contract/skill-io.ts'
import type { ExecutionLimits } from '../core/skill.ts'
import type { PrintedLine } from '../journal/printed.ts'
import { inputParsing, problemsOf } from '../manifest/input-problems.ts'
import { explainRefusedField } from '../manifest/schema-words.ts'
import type { Redactor } from '../redact/redact.ts'
import { redactInSlices } from '../redact/redact-in-slices.ts'
import type { RuntimeEnd } from '../runtimes/runtime.ts'
import { scriptRemedy } from '../script/script-remedy.ts'
import { redactReport, type ScriptEnd, scriptReport } from '../script/script-report.ts'
import type { NotAdmitted } from './admit.ts'
import { type BrokenResults, checkResults } from './check-results.ts'

export type OutputFacts = {
  readonly manifest: SkillManifest
  readonly input: SkillInput
  readonly limits: ExecutionLimits
  readonly hosts: readonly string[]
  readonly executionId: string
  readonly queryTimeMs: number
  readonly fetchedAt: Date
  readonly data: DataLabel | undefined
  readonly trace: TraceEntry[] | undefined
  /** Scripts only: the text, and the printed lines. */
  readonly script?: { readonly text: string; readonly printed: readonly PrintedLine[] } | undefined
}

type Completed = {
  readonly output: SkillOutput
  /** For the log only. Empty: there is nothing to say. */
  readonly detail: string
  /** Why a host call ended the execution. */
  readonly cause?: EndCause | undefined
  /** Dropped results, for the log and the author only. */
  readonly broken?: BrokenResults | undefined
}

/** Builds the output from an outcome. Error texts are our own sentences; only a script's report quotes its error. */
export async function completeOutput(outcome: RuntimeEnd, facts: OutputFacts): Promise<Completed> {
  switch (outcome.kind) {
    case 'returned': {
      const { data, error } = SkillReturn.safeParse(outcome.value, inputParsing)
      return error ? malformed(error, facts) : completeReturned(data, facts)
    }
    case 'raised':
      return failure(outcome.code, facts, outcome.detail, { refused: refusedFieldOf(outcome.field, facts) })
    case 'stopped': {
      const { output } = outcome
      if (output.status === 'requires_confirmation') return { output, detail: '' }
      const { skill, error } = output
      const report = { output: { status: 'error', ...stampOf(facts), error } } as const
      return { ...report, detail: `its step with ${skill} ended with ${error.code}` }
    }
    case 'failed':
      return { ...failure(outcome.code, facts, outcome.detail, outcome), cause: outcome.cause }
  }
}

/** The output of a refused request. */
export function refusalOutput({ skill, version, error, confirmation, earlier }: NotAdmitted): SkillOutput {
  if (earlier) return earlier
  if (!confirmation || version === undefined) return errorOutput({ skill, version }, error)
  const { id, prompt } = confirmation
  return { status: 'requires_confirmation', requires_confirmation: true, skill, version, confirmation: { id, prompt } }
}

/** The output of a request that failed before or outside its skill. `version` undefined: the skill is not known. */
export function errorOutput(
  { skill, version }: { readonly skill: string; readonly version?: string | undefined },
  error: BlamedError,
): SkillOutput {
  return { status: 'error', skill, ...(version === undefined ? {} : { version }), error }
}

/**
 * Redacts text in the output that comes from the skill. Returns the same object if redaction changes nothing.
 *
 * @param showsLookalikes whether the results may show text that only looks like a credential
 */
export async function redactOutput(
  made: SkillOutput,
  redact: Pick<Redactor, 'text' | 'json' | 'jsonSteps' | 'known' | 'lines'>,
  {
    printed = [],
    showsLookalikes = false,
  }: { printed?: readonly PrintedLine[]; showsLookalikes?: boolean | undefined } = {},
): Promise<SkillOutput> {
  const output =
    made.status !== 'requires_confirmation' && made.script
      ? { ...made, script: await redactReport(made.script, printed, redact) }
      : made
  if (output.status !== 'success') return output
  const results = await redactInSlices(output.results, showsLookalikes ? redact.known : redact)
  const message =
    output.message === undefined ? undefined : String(redact.json(output.message)).slice(0, longestMessage)
  if (results === output.results && message === output.message) return output
  return {
    ...output,
    results: SkillReturn.shape.results.parse(results),
    ...(message === undefined ? {} : { message }),
  }
}

/** The limit of the output schema. Redaction can lengthen a message, because a mask may be longer than the secret. */
const longestMessage = 2000

/**
 * The provider's display name: from the manifest, else from the credential, else the first declared host, else the
 * skill's name.
 */
export function providerOf(manifest: SkillManifest): string {
  if (manifest.provider !== undefined) return manifest.provider
  const [credential] = Object.keys(manifest.credentials)
  if (credential) return credential.charAt(0).toUpperCase() + credential.slice(1)
  return manifest.permissions.network.egress[0] ?? manifest.name
}

/** Drops results that do not match what their action declares. Fails when no result does, and names the first problem. */
async function completeReturned(returned: SkillReturn, facts: OutputFacts): Promise<Completed> {
  const { kept, broken, first } = await checkResults(facts.manifest, facts.input, returned.results)
  if (broken !== undefined && kept.length === 0) {
    const detail = `all ${broken.count} results break the contract of ${facts.manifest.capability ?? facts.input.action}`
    return { ...failure('INVALID_OUTPUT', facts, detail, { wrong: first }), broken }
  }
  return { output: success({ ...returned, results: kept }, facts, broken?.count), detail: '', broken }
}

/** @param dropped the number of results that break the contract: nobody can read them either */
function success(returned: SkillReturn, facts: OutputFacts, dropped = 0): SkillOutput {
  const unreadable = (returned.metadata.unreadable ?? 0) + dropped
  const unknownAirports = returned.metadata.unknown_airports ?? []
  const { source_api: source, hotels_with_fewer_rates: fewer, hotels_asked } = returned.metadata
  const data = lowerLabel(facts.data, returned.metadata.data)
  const sourceApi = facts.hosts.find((host) => host === source) ?? facts.hosts[0]
  return {
    status: 'success',
    ...stampOf(facts),
    ...reportOf(facts),
    results: returned.results,
    ...(returned.message === undefined ? {} : { message: returned.message }),
    metadata: {
      query_time_ms: facts.queryTimeMs,
      ...(sourceApi === undefined ? {} : { source_api: sourceApi }),
      cached: false,
      ...(data === undefined ? {} : { data }),
      fetched_at: facts.fetchedAt.toISOString(),
      partial: returned.metadata.partial ?? false,
      ...(returned.metadata.has_more === undefined ? {} : { has_more: returned.metadata.has_more }),
      ...(unreadable === 0 ? {} : { unreadable }),
      ...(unknownAirports.length === 0 ? {} : { unknown_airports: unknownAirports }),
      ...(fewer === undefined ? {} : { hotels_with_fewer_rates: fewer }),
      ...(hotels_asked === undefined ? {} : { hotels_asked }),
    },
  }
}

const labels: readonly DataLabel[] = ['sample', 'test', 'live']

/**
 * A skill may lower the data label, for example for a provider's test key, but never raise it above the upstream's
 * label.
 */
function lowerLabel(known: DataLabel | undefined, said: DataLabel | undefined): DataLabel | undefined {
  if (said === undefined || said === 'live') return known
  return known === undefined || labels.indexOf(said) < labels.indexOf(known) ? said : known
}

/** Uses only the schema's own phrases, so that the detail contains no text of the skill. */
function malformed(error: z.ZodError, facts: OutputFacts): Completed {
  const [[field, phrase] = ['output', 'does not match its schema']] = problemsOf(error, 'output')
  return failure('INVALID_OUTPUT', facts, `${field}: ${phrase}`, { wrong: [field, phrase] })
}

type Why = {
  readonly refused?: RefusedField | undefined
  /** A wrong field of the output, and a phrase that continues its name. */
  readonly wrong?: readonly [field: string, phrase: string] | undefined
  readonly cause?: EndCause | undefined
  /** The runtime was full; the same request may succeed later. */
  readonly retryAfterMs?: number
}

function failure(
  code: ErrorCode,
  facts: OutputFacts,
  detail: string,
  { refused, wrong, cause, retryAfterMs }: Why = {},
): Completed {
  const words: ErrorFacts = {
    skill: facts.manifest.name,
    provider: providerOf(facts.manifest),
    // Only the sentences of timeouts name a limit.
    limit: `${facts.limits.timeoutMs} ms`,
    id: facts.executionId,
    ...(refused === undefined ? {} : { detail: `${refused.field} ${refused.phrase}` }),
    ...(retryAfterMs === undefined ? {} : { retry: `${Math.ceil(retryAfterMs / 1000)} s` }),
  }
  const details = {
    ...(refused === undefined ? {} : { details: { [refused.field]: refused.phrase } }),
    ...(wrong === undefined ? {} : { details: { [wrong[0]]: wrong[1] } }),
    ...(code === 'INTERNAL' ? { facts: { id: facts.executionId } } : {}),
    ...(retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs }),
  }
  const reason = reasonOfCause(code, cause)
  const error = reason ? errorBecause(reason, words, details) : errorOf(code, words, details)
  const report = reportOf(facts, { code, message: error.message, detail }, cause)
  return { output: { status: 'error', ...stampOf(facts), ...report, error }, detail }
}

function reportOf({ script, limits }: OutputFacts, failure?: ScriptEnd['failure'], cause?: EndCause) {
  if (script === undefined) return {}
  const remedy = failure && scriptRemedy(failure.code, limits, cause)
  return { script: scriptReport({ ...script, ...(failure ? { failure: { ...failure, remedy } } : {}) }) }
}

function stampOf({ manifest, trace }: OutputFacts) {
  return { skill: manifest.name, version: manifest.version, ...(trace === undefined ? {} : { trace }) }
}

type RefusedField = { readonly field: string; readonly phrase: string }

/** Returns the field only if the action has it. Any other text of the skill appears only in the log. */
function refusedFieldOf(field: string | undefined, { manifest, input }: OutputFacts): RefusedField | undefined {
  const phrase = field === undefined ? undefined : explainRefusedField(manifest, input, field)
  return field === undefined || phrase === undefined ? undefined : { field, phrase }
}

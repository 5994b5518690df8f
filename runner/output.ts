import type { NotAdmitted } from './admit.ts'
import { type BrokenResults, checkResults } from './check-results.ts'
import { type ErrorBody, type ErrorCode, type ErrorFacts, sentenceOf } from './contract/errors.ts'
import type { SkillManifest } from './contract/manifest.ts'
import { type DataLabel, type SkillInput, type SkillOutput, SkillReturn, type TraceEntry } from './contract/skill-io.ts'
import { explainRefusedField } from './manifest/explain-refused-field.ts'
import type { Redactor } from './redact/redact.ts'
import { redactInSlices } from './redact/redact-in-slices.ts'
import type { RuntimeEnd } from './runtimes/runtime.ts'
import type { ExecutionLimits } from './skill.ts'

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
}

export type Completed = {
  readonly output: SkillOutput
  /** For the log only. */
  readonly detail: string | undefined
  /** Results that were left out, for log and author only. */
  readonly broken?: BrokenResults | undefined
}

/** Makes the output of an outcome. Everything that the caller sees of an error is our own sentence. */
export async function completeOutput(outcome: RuntimeEnd, facts: OutputFacts): Promise<Completed> {
  switch (outcome.kind) {
    case 'returned': {
      const returned = SkillReturn.safeParse(outcome.value)
      if (!returned.success) return failure('INVALID_OUTPUT', facts, returned.error.message)
      return completeReturned(returned.data, facts)
    }
    case 'raised':
      return failure(outcome.code, facts, outcome.detail, refusedFieldOf(outcome.field, facts))
    case 'failed':
      return outcome.retryAfterMs === undefined
        ? failure(outcome.code, facts, outcome.detail)
        : refusal(outcome.code, outcome.retryAfterMs, facts, outcome.detail)
  }
}

/** The output of a request that was not admitted. */
export function refusalOutput({ skill, version, error, confirmation }: NotAdmitted): SkillOutput {
  if (!confirmation) return errorOutput({ skill, version }, error)
  return { status: 'requires_confirmation', requires_confirmation: true, skill, version, confirmation }
}

/** The output of a request that ended before or outside its skill. */
export function errorOutput(
  { skill, version }: { readonly skill: string; readonly version: string },
  error: ErrorBody,
): SkillOutput {
  return { status: 'error', skill, version, error }
}

/** What a skill chose in its output, as `redact` gives it back; the same output when that changes nothing. */
export async function redactOutput(
  output: SkillOutput,
  redact: Pick<Redactor, 'json' | 'jsonStream'>,
): Promise<SkillOutput> {
  if (output.status !== 'success') return output
  const results = await redactInSlices(output.results, redact)
  const message =
    output.message === undefined ? undefined : String(redact.json(output.message)).slice(0, longestMessage)
  if (results === output.results && message === output.message) return output
  return {
    ...output,
    results: SkillReturn.shape.results.parse(results),
    ...(message === undefined ? {} : { message }),
  }
}

/** As the schema of outputs has it: a mask may be longer than what it hides. */
const longestMessage = 2000

/** The provider's name as people know it: the credential's, else the first host that the skill declares. */
export function providerOf(manifest: SkillManifest): string {
  const [credential] = Object.keys(manifest.credentials)
  if (credential) return credential.charAt(0).toUpperCase() + credential.slice(1)
  return manifest.permissions.network.egress[0] ?? manifest.name
}

/** Nothing but results that break the contract is no answer; some of them are left out. */
async function completeReturned(returned: SkillReturn, facts: OutputFacts): Promise<Completed> {
  const { kept, broken } = await checkResults(facts.manifest, facts.input, returned.results)
  if (broken !== undefined && kept.length === 0) {
    const detail = `all ${broken.count} results break the contract of ${facts.manifest.capability}`
    return { ...failure('INVALID_OUTPUT', facts, detail), broken }
  }
  return { output: success({ ...returned, results: kept }, facts), detail: undefined, broken }
}

function success(returned: SkillReturn, facts: OutputFacts): SkillOutput {
  const source = returned.metadata.source_api
  const sourceApi = source !== undefined && facts.hosts.includes(source) ? source : facts.hosts[0]
  return {
    status: 'success',
    ...stampOf(facts),
    results: returned.results,
    ...(returned.message === undefined ? {} : { message: returned.message }),
    metadata: {
      query_time_ms: facts.queryTimeMs,
      ...(sourceApi === undefined ? {} : { source_api: sourceApi }),
      cached: false,
      ...(facts.data === undefined ? {} : { data: facts.data }),
      fetched_at: facts.fetchedAt.toISOString(),
      partial: returned.metadata.partial ?? false,
    },
  }
}

function failure(code: ErrorCode, facts: OutputFacts, detail: string, refused?: RefusedField): Completed {
  const words: ErrorFacts = {
    skill: facts.manifest.name,
    provider: providerOf(facts.manifest),
    limit: limitOf(code, facts.limits),
    id: facts.executionId,
    ...(refused === undefined ? {} : { detail: `${refused.field} ${refused.phrase}` }),
  }
  const details = refused === undefined ? {} : { details: { [refused.field]: refused.phrase } }
  return {
    output: { status: 'error', ...stampOf(facts), error: { code, message: sentenceOf(code, words), ...details } },
    detail,
  }
}

/** The runtime had no room: the same request may have some later. */
function refusal(code: ErrorCode, retryAfterMs: number, facts: OutputFacts, detail: string): Completed {
  const message = sentenceOf(code, { retry: `${Math.ceil(retryAfterMs / 1000)} s` })
  return {
    output: { status: 'error', ...stampOf(facts), error: { code, message, retry_after_ms: retryAfterMs } },
    detail,
  }
}

function stampOf({ manifest, trace }: OutputFacts) {
  return { skill: manifest.name, version: manifest.version, ...(trace === undefined ? {} : { trace }) }
}

function limitOf(code: ErrorCode, limits: ExecutionLimits): string {
  return code === 'TIMEOUT' || code === 'API_TIMEOUT' ? `${limits.timeoutMs} ms` : 'its limit'
}

type RefusedField = { readonly field: string; readonly phrase: string }

/** A field is named when the action has it; any other text of a skill stays in the log. */
function refusedFieldOf(field: string | undefined, { manifest, input }: OutputFacts): RefusedField | undefined {
  const phrase = field === undefined ? undefined : explainRefusedField(manifest, input, field)
  return field === undefined || phrase === undefined ? undefined : { field, phrase }
}

import type { Context } from '#lib/platform/server/auth/context.ts'
import { refuseThrown } from '#lib/platform/server/http/outcome.ts'
import type { InvokeSkill } from '#lib/skills/server/invoking/invoke-skill.ts'
import { unmixed } from '#lib/skills/server/invoking/provider-policy.ts'
import { type BlamedError, errorOf } from '#runner/contract/faults.ts'
import type { SkillInput, SkillOutput, SkillSuccess } from '#runner/contract/skill-io.ts'
import type { SearchLine } from '#runner/contract/stream.ts'
import type { Clock, Log } from '#runner/core/ports.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { type AdmittedExecution, hasCredentials, type NotAdmitted } from '#runner/run/admit.ts'
import { errorOutput, providerOf, refusalOutput } from '#runner/run/output.ts'
import type { SwitchedOffSource } from './sources.ts'

export type CapabilityQuery = Context & {
  readonly capability: string
  readonly input: SkillInput
  readonly signal: AbortSignal
  /** Identifies an internal failure in the log and in the message. */
  readonly requestId: string
  /**
   * Requests this many results first, and yields them as a separate line before the whole answer: for sources that
   * need many requests. Absent: requests all results at once.
   */
  readonly firstResults?: number | undefined
}

/** A refusal if every source refused the request (nothing ran), or the lines of the answers as they arrive. */
type ResultStream =
  | { readonly kind: 'refused'; readonly error: BlamedError }
  | { readonly kind: 'stream'; readonly lines: AsyncIterable<SearchLine> }

type SourcePorts = {
  readonly skills: { byCapability(capability: string): Promise<readonly LoadedSkill[]> }
  readonly switchedOff: SwitchedOffSource
  readonly invoke: InvokeSkill
  readonly clock: Clock
  readonly log: Log
}

/**
 * Asks every enabled skill with a capability concurrently and yields each answer as it arrives. Adding a skill folder
 * adds a provider.
 */
export function createSearchByCapability({ skills, switchedOff, invoke, clock, log }: SourcePorts) {
  return async function searchByCapability({
    capability,
    input,
    principal,
    limitKey,
    signal,
    requestId,
    firstResults,
  }: CapabilityQuery): Promise<ResultStream> {
    const offered = await skills.byCapability(capability)
    const admissions = await Promise.all(
      offered.map(async (skill) => ({
        skill,
        checked: await invoke.admit({ skill: skill.manifest.name, input, principal, limitKey, signal }),
      })),
    )
    // All skills share one contract. If one accepts the search, others refuse it only because of narrower schemas.
    const isAccepted = admissions.some(({ checked }) => checked.kind === 'admitted')
    const all = isAccepted ? admissions.filter(({ checked }) => !isInvalid(checked)) : admissions
    // A skill without credentials can only report that they are missing. It runs only if no other skill can answer.
    const configured = all.filter(({ checked }) => checked.kind === 'refused' || hasCredentials(checked))
    const off = configured.length > 0 || all.length === 0 ? undefined : await switchedOff(capability)
    if (off !== undefined) return { kind: 'refused', error: sourceOff(off) }
    const able = configured.length > 0 ? configured : all
    const apart = unmixed(
      able.filter(({ checked }) => checked.kind === 'admitted'),
      ({ skill }) => skill.manifest,
    )
    const checks = able.filter((check) => check.checked.kind === 'refused' || apart.includes(check))
    const refusals = checks
      .map(({ checked }) => checked)
      .filter((checked): checked is NotAdmitted => checked.kind === 'refused')
    if (refusals.length === checks.length) return { kind: 'refused', error: refusals[0]?.error ?? noSource(capability) }

    const firsts = checks.map(({ skill, checked }) =>
      checked.kind === 'refused' ? undefined : firstAnswer(skill, checked),
    )
    const answers = checks.map(async ({ skill, checked }, index): Promise<SearchLine> => {
      const source = skill.manifest.name
      if (checked.kind === 'refused') return { type: 'answer', source, output: refusalOutput(checked) }
      const first = await firsts[index]
      // A failed source is not called again: it would fail again, after twice the wait.
      const output = first === undefined || isBeginning(first) ? await answered(skill, checked) : first
      return { type: 'answer', source, output }
    })
    const beginnings = firsts.map(async (asked, index): Promise<SearchLine | undefined> => {
      const [output, source] = [await asked, checks[index]?.skill.manifest.name]
      const isLine = output !== undefined && source !== undefined && isBeginning(output) && output.results.length > 0
      return isLine ? { type: 'answer', source, is_first: true, output } : undefined
    })

    /** Undefined if the answer is cached, the search requests few results anyway, or asking for few fails. */
    async function firstAnswer(skill: LoadedSkill, whole: AdmittedExecution): Promise<SkillOutput | undefined> {
      const most = input.config.max_results
      if (firstResults === undefined || most === undefined || most <= firstResults) return undefined
      if (invoke.isCached(whole)) return undefined
      const fewer = { ...input, config: { ...input.config, max_results: firstResults } }
      const { name } = skill.manifest
      try {
        const checked = await invoke.admit({ skill: name, input: fewer, principal, limitKey, signal })
        return checked.kind === 'refused' ? undefined : await answered(skill, checked)
      } catch (cause) {
        log.error('a source could not be asked for its first results', { requestId, skill: name, cause })
        return undefined
      }
    }

    async function answered(skill: LoadedSkill, admitted: Parameters<InvokeSkill['answer']>[0]): Promise<SkillOutput> {
      try {
        return await invoke.answer(admitted, signal)
      } catch (cause) {
        const { name, version } = skill.manifest
        log.error('a source failed', { requestId, skill: name, cause })
        return errorOutput({ skill: name, version }, refuseThrown(cause, requestId).error)
      }
    }

    const started = clock.monotonic()
    async function* lines(): AsyncGenerator<SearchLine> {
      yield { type: 'sources', sources: checks.map(sourceOf) }
      for await (const line of asTheyCome([...beginnings, ...answers])) if (line !== undefined) yield line
      yield { type: 'done', query_time_ms: Math.round(clock.monotonic() - started) }
    }
    return { kind: 'stream', lines: lines() }
  }
}

type Check = { skill: LoadedSkill; checked: Awaited<ReturnType<InvokeSkill['admit']>> }

function isInvalid(checked: Check['checked']): boolean {
  return checked.kind === 'refused' && checked.error.code === 'INVALID_INPUT'
}

function sourceOf({ skill: { manifest }, checked }: Check) {
  const timeout_ms = checked.kind === 'admitted' ? checked.grant.limits.timeoutMs : 0
  const { attribution } = manifest.policy
  const shown = attribution === undefined ? {} : { attribution }
  return { skill: manifest.name, provider: providerOf(manifest), timeout_ms, ...shown }
}

/** Whether the source has more results. */
function isBeginning(output: SkillOutput): output is SkillSuccess {
  return output.status === 'success' && output.metadata.has_more !== false
}

/** Skills without credentials would report that no provider is set up, although this skill's provider is. */
function sourceOff(skill: string): BlamedError {
  return errorOf('SKILL_DISABLED', { skill })
}

function noSource(capability: string): BlamedError {
  return errorOf('SKILL_NOT_FOUND', {}, { message: `No skill that offers ${capability} is approved and switched on.` })
}

/** Yields the values of promises that never reject, in the order in which they settle. */
export async function* asTheyCome<Value>(promises: readonly Promise<Value>[]): AsyncGenerator<Value> {
  const pending = new Map(promises.map((promise, index) => [index, promise.then((value) => ({ index, value }))]))
  while (pending.size > 0) {
    const { index, value } = await Promise.race(pending.values())
    pending.delete(index)
    yield value
  }
}

import type { NotAdmitted } from '#runner/admit.ts'
import { type ErrorBody, sentenceOf } from '#runner/contract/errors.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { SkillInput, SkillOutput } from '#runner/contract/skill-io.ts'
import type { SearchLine } from '#runner/contract/stream.ts'
import { errorOutput, providerOf, refusalOutput } from '#runner/output.ts'
import type { Clock, Log } from '#runner/ports.ts'
import type { LoadedSkill } from '#runner/skill.ts'
import type { InvokeSkill } from '../skills/invoke-skill.ts'

export type CapabilitySearch = {
  readonly capability: string
  readonly input: SkillInput
  readonly principal: Principal
  readonly signal: AbortSignal
  /** Under which a failure of ours is logged and told. */
  readonly requestId: string
}

/** Every source refused the same request (nothing ran), or the lines of the answers as they come. */
export type SearchStream =
  | { readonly kind: 'refused'; readonly error: ErrorBody }
  | { readonly kind: 'stream'; readonly lines: AsyncIterable<SearchLine> }

export type SearchPorts = {
  readonly skills: { byCapability(capability: string): Promise<readonly LoadedSkill[]> }
  readonly invoke: InvokeSkill
  readonly clock: Clock
  readonly log: Log
}

/**
 * Asks every enabled skill that offers a capability, side by side, and gives each answer as it comes. A provider is
 * added by adding a skill folder.
 */
export function createSearchByCapability({ skills, invoke, clock, log }: SearchPorts) {
  return async function searchByCapability({
    capability,
    input,
    principal,
    signal,
    requestId,
  }: CapabilitySearch): Promise<SearchStream> {
    const offered = await skills.byCapability(capability)
    const checks = await Promise.all(
      offered.map(async (skill) => ({
        skill,
        checked: await invoke.admit({ skill: skill.manifest.name, input, principal, signal }),
      })),
    )
    const refusals = checks
      .map(({ checked }) => checked)
      .filter((checked): checked is NotAdmitted => checked.kind === 'refused')
    if (refusals.length === checks.length) return { kind: 'refused', error: refusals[0]?.error ?? noSource(capability) }

    const answers = checks.map(async ({ skill, checked }): Promise<SearchLine> => {
      const output = checked.kind === 'refused' ? refusalOutput(checked) : await answered(skill, checked)
      return { type: 'answer', source: skill.manifest.name, output }
    })

    async function answered(skill: LoadedSkill, admitted: Parameters<InvokeSkill['answer']>[0]): Promise<SkillOutput> {
      try {
        return await invoke.answer(admitted, signal)
      } catch (cause) {
        const { name, version } = skill.manifest
        log.error('a source failed', { requestId, skill: name, cause })
        const message = sentenceOf('INTERNAL', { id: requestId })
        return errorOutput({ skill: name, version }, { code: 'INTERNAL', message })
      }
    }

    const started = clock.monotonic()
    async function* lines(): AsyncGenerator<SearchLine> {
      yield { type: 'sources', sources: checks.map(sourceOf) }
      yield* asTheyCome(answers)
      yield { type: 'done', query_time_ms: Math.round(clock.monotonic() - started) }
    }
    return { kind: 'stream', lines: lines() }
  }
}

type Check = { skill: LoadedSkill; checked: Awaited<ReturnType<InvokeSkill['admit']>> }

function sourceOf({ skill: { manifest }, checked }: Check) {
  const timeout_ms = checked.kind === 'admitted' ? checked.grant.limits.timeoutMs : 0
  return { skill: manifest.name, provider: providerOf(manifest), timeout_ms }
}

/** The values of promises that never reject, in the order in which they settle. */
async function* asTheyCome<Value>(promises: Promise<Value>[]): AsyncGenerator<Value> {
  const pending = new Map(promises.map((promise, index) => [index, promise.then((value) => ({ index, value }))]))
  while (pending.size > 0) {
    const { index, value } = await Promise.race(pending.values())
    pending.delete(index)
    yield value
  }
}

function noSource(capability: string): ErrorBody {
  return { code: 'SKILL_NOT_FOUND', message: `No approved skill offers ${capability}.` }
}

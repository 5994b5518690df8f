import type { Context } from '#lib/platform/server/auth/context.ts'
import { errorOf } from '#runner/contract/faults.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import type { Clock, Upstreams } from '#runner/core/ports.ts'
import { isPersonal } from '#runner/policy/policy-sets.ts'
import {
  type AdmittedExecution,
  type AskedCall,
  type ExecuteConfig,
  fairKeyOf,
  type NotAdmitted,
} from '#runner/run/admit.ts'
import { errorOutput, refusalOutput } from '#runner/run/output.ts'
import type { SkillRunner } from '#runner/run/runner.ts'
import type { AnswerCache } from './answer-cache.ts'
import { cacheKeyOf, coalescingKeyOf } from './answer-cache.ts'
import type { AnsweredLog } from './answered-log.ts'
import { ageSecondsOf, cacheSecondsOf, checkInitiator, requestSecondsOf } from './provider-policy.ts'
import { createRequestCoalescing } from './request-coalescing.ts'

export type InvokeRequest = Context & {
  readonly skill: string
  /** Untrusted: parsed with the contract's and the skill's own schema. */
  readonly input: unknown
  readonly signal: AbortSignal
  /** The question that the request answers. Absent: the open questions about the same call. */
  readonly confirmationId?: string | undefined
  /** Whether no person waits for the answer: for a scheduled search, or for the price of another day. Absent: no. */
  readonly isBackground?: boolean
  /** The principal's answer. Absent: none. */
  readonly confirmed?: boolean | undefined
  /** The phone call, chat or session in which an agent sends the request. Absent: unknown. */
  readonly call?: ExecuteConfig['call']
  /** Whether the answer must not come from the cache. Absent: it may. */
  readonly isFresh?: boolean | undefined
}

/**
 * A refusal before dispatch (an HTTP error body), or a skill's output, which may be an error. `asked`: the call that the
 * question of the output is about.
 */
export type Invocation =
  | NotAdmitted
  | { readonly kind: 'answered'; readonly output: SkillOutput; readonly asked?: AskedCall }

export type InvokeSkill = {
  (request: InvokeRequest): Promise<Invocation>
  /** Runs only the checks. `answer` requires an admitted execution as proof. */
  admit(request: InvokeRequest): Promise<AdmittedExecution | NotAdmitted>
  /** Whether the answer to an admitted execution is cached. */
  isCached(admitted: AdmittedExecution): boolean
  /** The cached answer to an admitted execution; runs nothing. */
  recall(admitted: AdmittedExecution): Promise<SkillOutput | undefined>
  /**
   * The answer to an admitted execution: from the cache unless it has to be fresh, from an identical execution in
   * progress, or from a new one.
   */
  answer(admitted: AdmittedExecution, signal: AbortSignal, options?: AnswerOptions): Promise<SkillOutput>
}

/** `onAsked`: gets the call of a question that a step asks. */
type AnswerOptions = { readonly isFresh?: boolean; readonly onAsked?: (call: AskedCall) => void }

type InvokePorts = {
  readonly runner: SkillRunner
  readonly cache: AnswerCache
  readonly upstreams: Upstreams
  /** Records answers for which the runner runs nothing, and which it therefore does not record. */
  readonly answered: AnsweredLog
  readonly clock: Clock
}

/** The path of every request to a skill: checks, cache, request coalescing, runner. */
export function createInvokeSkill({ runner, cache, upstreams, answered, clock }: InvokePorts): InvokeSkill {
  const requests = createRequestCoalescing<SkillOutput>()

  async function admit({
    skill,
    input,
    principal,
    limitKey,
    confirmationId,
    confirmed,
    isBackground = false,
    call,
  }: InvokeRequest) {
    const checked = await runner.admit(skill, input, {
      principal,
      fairKey: limitKey,
      ...(confirmed === undefined ? {} : { confirmed }),
      ...(confirmationId === undefined ? {} : { confirmation_id: confirmationId }),
      ...(call === undefined ? {} : { call }),
    } satisfies ExecuteConfig)
    return checked.kind === 'refused' ? checked : checkInitiator(checked, { isBackground })
  }

  const cached = (admitted: AdmittedExecution) =>
    isShareable(admitted) ? cache.get(cacheKeyOf(admitted, upstreams)) : undefined

  async function recall(admitted: AdmittedExecution): Promise<SkillOutput | undefined> {
    const output = cached(admitted)
    if (output) await answered({ admitted, from: 'cache', output, durationMs: 0 })
    return output
  }

  async function answer(
    admitted: AdmittedExecution,
    signal: AbortSignal,
    { isFresh = false, onAsked }: AnswerOptions = {},
  ): Promise<SkillOutput> {
    const { manifest } = admitted.skill
    if (!isShareable(admitted)) {
      return runner.run({ ...admitted, config: { ...admitted.config, signal, ...(onAsked && { onAsked }) } })
    }
    const started = clock.monotonic()
    const key = cacheKeyOf(admitted, upstreams)
    const kept = isFresh ? undefined : cache.get(key)
    if (kept) {
      await answered({ admitted, from: 'cache', output: kept, durationMs: clock.monotonic() - started })
      const query_time_ms = Math.round(clock.monotonic() - started)
      return { ...kept, metadata: { ...kept.metadata, cached: true, query_time_ms } }
    }
    let isOwn = false
    try {
      const output = await requests.join(coalescingKeyOf(key, admitted), lineOf(admitted), signal, async (shared) => {
        isOwn = true
        const sharedMs = isFresh ? 0 : requestSecondsOf(manifest) * 1000
        const config = { ...admitted.config, signal: shared, sharedMs }
        const output = await runner.run({ ...admitted, config })
        if (output.status === 'success')
          cache.set(key, output, cacheSecondsOf(manifest) - ageSecondsOf(output, clock.now()))
        return output
      })
      // The runner recorded the execution for the caller that started it.
      if (!isOwn) await answered({ admitted, from: 'shared', output, durationMs: clock.monotonic() - started })
      return output
    } catch (cause) {
      if (!signal.aborted) throw cause
      const { name: skill, version } = manifest
      return errorOutput({ skill, version }, errorOf('CANCELLED'))
    }
  }

  async function invoke(request: InvokeRequest): Promise<Invocation> {
    const checked = await admit(request)
    if (checked.kind === 'refused') {
      const { confirmation: asked } = checked
      if (checked.earlier) return { kind: 'answered', output: checked.earlier }
      return asked ? { kind: 'answered', output: refusalOutput(checked), asked } : checked
    }
    const { signal, isFresh = false } = request
    let asked: AskedCall | undefined
    const onAsked = (call: AskedCall) => {
      asked = call
    }
    const output = await answer(checked, signal, { isFresh, onAsked })
    return { kind: 'answered', output, ...(asked && { asked }) }
  }
  return Object.assign(invoke, {
    admit,
    isCached: (admitted: AdmittedExecution) => cached(admitted) !== undefined,
    recall,
    answer,
  })
}

/** Executions of one person that use the same providers wait for each other's turns. */
function lineOf(admitted: AdmittedExecution): string {
  return [fairKeyOf(admitted), ...admitted.grant.permissions.network.egress.toSorted()].join(' ')
}

/**
 * Whether callers may share an answer: the action only reads, the caller set no environment variables, and no
 * permission makes the answer personal. The permissions of steps are unknown here, so answers of skills of steps are not
 * shared.
 */
function isShareable({ skill, action, config, grant: { permissions } }: AdmittedExecution): boolean {
  if (skill.chain) return false
  const isRead = action.effects.every((effect) => effect === 'read')
  return isRead && config.env_vars === undefined && !isPersonal(permissions)
}

import type { AppendAudit } from '#lib/platform/server/audit/audit-trail.ts'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { type Outcome, refuseField, refuseThrown } from '#lib/platform/server/http/outcome.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import type { InvokeSkill } from '#lib/skills/server/invoking/invoke-skill.ts'
import { actionRuleOf } from '#runner/contract/action-rule.ts'
import type { AgentRule } from '#runner/contract/agent-rule.ts'
import type { CallFacts } from '#runner/contract/call-facts.ts'
import type { Params } from '#runner/contract/capabilities/action-contract.ts'
import { errorOf } from '#runner/contract/faults.ts'
import { isId, newId } from '#runner/contract/ids.ts'
import type { Principal } from '#runner/contract/principal.ts'
import { isObject } from '#runner/contract/skill-io.ts'
import type { TravelConfig } from '#runner/contract/travel-config.ts'
import type { Log } from '#runner/core/ports.ts'
import { quoted } from '#runner/core/quoted.ts'
import { releaseOfAction } from '#runner/core/skill.ts'
import { closest } from '#runner/manifest/did-you-mean.ts'
import { effectivePermissions } from '#runner/policy/effective-permissions.ts'
import { withTier } from '#runner/run/admit.ts'
import { refusalOutput } from '#runner/run/output.ts'
import { type Reading, readingOf, shownOutput } from '../confirmations/plain-facts.ts'
import { isInScope, promptSkillsOf, skillsUnderRules, type ToolCaller, type ViewPorts } from './agents-view.ts'
import { answerOf } from './answer-of.ts'
import { createKeptOffers, type OfferStore, offerDetails, offerDetailsTool } from './kept-offers.ts'
import { limitCall, type Timer } from './limit-call.ts'
import { type CallWords, readArguments, takeConfirmation } from './read-arguments.ts'
import { readSkill, readSkillTool } from './read-skill.ts'
import { hasOwnConfirmed, type Tool, toolOf } from './tool.ts'
import { asking, failed, type ToolAnswer } from './tool-answer.ts'
import { longName, type SkillFunction, skillFunctions } from './tool-names.ts'
import { travelToolOf } from './travel/travel-tools.ts'

export type ToolCall = {
  /** The name of the function. */
  readonly name: string
  /** Untrusted: JSON text or an object, written by a model. */
  readonly arguments: unknown
  readonly caller: ToolCaller
  readonly signal: AbortSignal
  /** The person's answer to a question, which the entry point itself got. The arguments then give none. */
  readonly answer?: { readonly confirmationId: string; readonly confirmed: boolean } | undefined
  /** What the entry point knows about the call, chat or session. */
  readonly call?: CallFacts
  /** True: a yes in the arguments does not count, because the entry point asks the person itself. */
  readonly asksPerson?: boolean
  /** The language of a question to the person. Absent: English. */
  readonly reading?: Reading | undefined
}

/** The enabled skills as functions that models call. */
export type SkillTools = ReturnType<typeof createSkillTools>

export type SkillToolsPorts = ViewPorts &
  Pick<PlatformPorts, 'clock' | 'randomBytes'> & {
    /** The names of skills whose credentials are missing. They are not listed, because every call would fail. */
    readonly unconfigured: () => Promise<ReadonlySet<string>>
    readonly invoke: InvokeSkill
    readonly config: TravelConfig
    /** Who gets the messages of callers. Undefined: the operator has no name. */
    readonly operatorName: string | undefined
    readonly append: AppendAudit
    readonly log: Pick<Log, 'error'>
    /** Counts a call against the operator's limits of its agent key. Absent: there are none. */
    readonly takeUse?: (owner: string) => Promise<Outcome<undefined>>
    /** Shares offers with other processes. Absent: this process is alone. */
    readonly offers?: OfferStore
    /** Absent: the system's timer. */
    readonly timer?: Timer
    /** Ends the calls of keys that are no longer valid. Absent: they end by themselves. */
    readonly keys?: { watch(id: string, end: () => void): Disposable }
  }

/** The reason of NOT_FOUND if the caller has no function of this name. */
export const functionUnknown = 'function_unknown'

/** The names of functions that hosts provide. No function of a skill gets such a name. */
const hostFunctions = ['ask_openclaw']
const reserved = new Set([offerDetailsTool.name, readSkillTool.name, ...hostFunctions])

/** The minimum deadline of a call. `waitingMs`: the time for queueing that is added to a skill's own limit. */
const minDeadlineMs = 60_000
const waitingMs = 15_000
const defaultLimitMs = 30_000

export function createSkillTools(ports: SkillToolsPorts) {
  const { unconfigured, invoke, config, operatorName, append, clock, randomBytes, log, timer, keys, takeUse } = ports
  const offers = createKeptOffers(ports.offers)

  const functions = async (caller: ToolCaller) => {
    const [seen, without] = await Promise.all([skillsUnderRules(ports, caller), unconfigured()])
    const all = seen.flatMap(({ skill }) => (without.has(skill.manifest.name) ? [] : [skill]))
    return { all: skillFunctions(all, reserved), rules: new Map(seen.map(({ skill, rule }) => [skill, rule])) }
  }

  async function find(name: string, caller: ToolCaller): Promise<SkillFunction | undefined> {
    const { all } = await functions(caller)
    return all.find((one) => one.name === name) ?? all.find(({ skill, action }) => longName(skill, action) === name)
  }

  async function getSkillTools(caller: ToolCaller): Promise<readonly Tool[]> {
    const [{ all, rules }, prompts] = await Promise.all([functions(caller), promptSkillsOf(ports, caller)])
    const usable = all.filter(
      (one) => isInScope(one.skill, caller) && mayRun(one, caller, { config, rule: rules.get(one.skill) }),
    )
    const hasOffers = usable.some(({ skill, action }) => travelToolOf(skill.manifest.capability, action))
    return [
      ...usable.map(toolOf),
      ...(hasOffers ? [offerDetailsTool] : []),
      ...(prompts.length > 0 ? [readSkillTool] : []),
    ]
  }

  async function unknownFunction(name: string, caller: ToolCaller): Promise<ToolAnswer> {
    const meant = closest(
      name,
      (await getSkillTools(caller)).map((tool) => tool.name),
    )
    const remedy = meant === undefined ? '. Use one of the listed functions.' : `: did you mean "${meant}"?`
    return failed({
      code: 'NOT_FOUND',
      reason: functionUnknown,
      message: `There is no function named ${quoted(name)}${remedy}`,
    })
  }

  async function handle(call: ToolCall): Promise<ToolAnswer> {
    const { name, arguments: given, caller, signal, answer, asksPerson = false, call: facts, reading } = call
    const { principal } = caller
    const read = readArguments(given)
    if (name === offerDetailsTool.name) {
      if (!read.ok) return failed(read.error)
      const maySee = (skill: string) => caller.skills === 'all' || caller.skills.has(skill)
      return offerDetails(offers, principal.id, read.value, maySee)
    }
    if (name === readSkillTool.name) {
      return read.ok ? readSkill(await promptSkillsOf(ports, caller), read.value) : failed(read.error)
    }
    const found = await find(name, caller)
    if (found === undefined) return unknownFunction(name, caller)
    if (!isInScope(found.skill, caller)) {
      await append({
        at: new Date(clock.now()),
        by: principal,
        action: 'agent_key.refused',
        subject: found.skill.manifest.name,
        detail: { principal: principal.id, function: found.name },
      })
      return unknownFunction(name, caller)
    }
    if (!read.ok) return failed(read.error, found.skill.manifest.name)
    const words = callWordsOf(found, read.value)
    if (!words.ok) return failed(words.error, found.skill.manifest.name)
    const { value } = words
    const said = asksPerson && value.confirmed === true ? { ...value, confirmed: undefined } : value
    return run(found, { ...said, ...answer }, { principal, signal, call: facts, reading })
  }

  async function run(
    found: SkillFunction,
    { action, params, confirmed, confirmationId }: CallWords & { readonly action: string },
    { principal, signal, call, reading = readingOf(null) }: Running,
  ): Promise<ToolAnswer> {
    const { name: skill } = found.skill.manifest
    const counted = await takeUse?.(principal.id)
    if (counted?.ok === false) return failed(counted.error, skill)
    const limitMs = Math.max(minDeadlineMs, (found.skill.manifest.limits.timeout_ms ?? defaultLimitMs) + waitingMs)
    const ending = new AbortController()
    using _watching = isId('agent', principal.id) ? keys?.watch(principal.id, () => ending.abort()) : undefined
    using limited = limitCall(AbortSignal.any([signal, ending.signal]), limitMs, timer)
    const input = { action, params }
    const running = invoke({
      skill,
      input,
      ...contextOf(principal),
      signal: limited.signal,
      confirmationId,
      confirmed,
      call,
    })
    const ended = await Promise.race([running, limited.cut])
    if (ended === 'late' || ended === 'left') {
      running.catch((cause: unknown) => log.error('a function call failed after its caller left', { skill, cause }))
      const code = ended === 'late' ? 'TIMEOUT' : 'CANCELLED'
      return failed(errorOf(code, { skill, limit: `${Math.round(limitMs / 1000)} s` }), skill)
    }
    const answered = ended.kind === 'answered' ? ended : { output: refusalOutput(ended) }
    const output = shownOutput(answered, operatorName, reading)
    if (output.status === 'requires_confirmation') return asking(output)
    return answerOf(output, found, params, { offers, nowMs: clock.now(), principalId: principal.id })
  }

  return {
    /** The functions that the caller may use, by name. */
    getSkillTools,
    /** Never throws: every problem becomes an answer with a message to speak. */
    async handleSkillCall(call: ToolCall): Promise<ToolAnswer> {
      try {
        return await handle(call)
      } catch (cause) {
        const id = newId('call', randomBytes)
        log.error('a function call failed', { id, function: quoted(call.name), cause })
        return failed(refuseThrown(cause, id).error)
      }
    },
  }
}

/** Checks with the code that also enforces permissions, so that only functions that can run are listed. */
function mayRun(
  { skill, action }: SkillFunction,
  { principal }: ToolCaller,
  { config, rule }: { readonly config: TravelConfig; readonly rule: AgentRule | undefined },
): boolean {
  const { manifest, tier, approved } = withTier(releaseOfAction(skill, action ?? ''), rule)
  const actionRule = actionRuleOf(manifest, action ?? '')
  return effectivePermissions({ manifest, action: actionRule, tier, approved, principal, config, rule }).ok
}

type Running = Pick<ToolCall, 'signal' | 'reading'> & {
  readonly principal: Principal
  readonly call: CallFacts | undefined
}

type Words = ReturnType<typeof takeConfirmation>
type WithAction = Exclude<Words, { ok: true }> | { ok: true; value: CallWords & { readonly action: string } }

/** Splits the arguments into the action, its params and the confirmation fields. */
function callWordsOf(found: SkillFunction, given: Params): WithAction {
  const free =
    found.action === undefined
      ? freeAction(given)
      : { ok: true as const, value: { action: found.action, params: given } }
  if (!free.ok) return free
  const { action, params } = free.value
  const isRequired = actionRuleOf(found.skill.manifest, action).confirmation.required
  // A call that names a question is its answer, even if an update of the skill no longer requires a confirmation.
  if (!isRequired && !isId('conf', given.confirmation_id)) {
    // A field `confirmed` that is the skill's own says nothing to the platform.
    const said = hasOwnConfirmed(found) ? takeConfirmation({}) : takeConfirmation(confirmationIn(given))
    if (!said.ok) return said
    // Nobody was asked, so there is nothing to agree to; but a no counts.
    const confirmed = said.value.confirmed === false ? false : undefined
    return { ok: true, value: { action, params, confirmed, confirmationId: undefined } }
  }
  const taken = takeConfirmation(found.action === undefined ? { ...params, ...confirmationIn(given) } : params)
  if (!taken.ok) return taken
  // If the skill's own schema has `confirmed`, it is always true, so that the params of a call and of its confirmed
  // retry are equal.
  const own = hasOwnConfirmed(found) ? { confirmed: true } : {}
  return { ok: true, value: { ...taken.value, action, params: { ...taken.value.params, ...own } } }
}

function freeAction({ action, params = {} }: Params): Outcome<{ action: string; params: Params }> {
  if (typeof action !== 'string') return refuseField('action', 'must be the name of an action')
  return isObject(params) ? { ok: true, value: { action, params } } : refuseField('params', 'must be an object')
}

function confirmationIn({ confirmed, confirmation_id }: Params): Params {
  return {
    ...(confirmed === undefined ? {} : { confirmed }),
    ...(confirmation_id === undefined ? {} : { confirmation_id }),
  }
}

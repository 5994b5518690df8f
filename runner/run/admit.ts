import { type ActionRule, actionRuleOf } from '../contract/action-rule.ts'
import type { AgentRule } from '../contract/agent-rule.ts'
import type { BoundCredentials } from '../contract/bound-credentials.ts'
import { Budget } from '../contract/budget.ts'
import type { CallFacts } from '../contract/call-facts.ts'
import { type RunnerReason, runnerReasons } from '../contract/error-reasons.ts'
import { type ErrorCode, type ErrorFacts, scriptName } from '../contract/errors.ts'
import { type BlamedError, errorBecause, errorOf } from '../contract/faults.ts'
import type { Permissions, RuntimeName, Tier } from '../contract/manifest.ts'
import { tiers } from '../contract/operations/descriptor.ts'
import { type Principal, publicPrincipal } from '../contract/principal.ts'
import type { QuestionReason } from '../contract/question-reasons.ts'
import { missingIn, runtimes as productRuntimes, type RuntimeDescriptor } from '../contract/runtimes.ts'
import { SkillInput, type SkillOutput } from '../contract/skill-io.ts'
import type { TravelConfig } from '../contract/travel-config.ts'
import type { Lack } from '../core/lacks.ts'
import type {
  AgentRules,
  AnswerStore,
  CredentialBroker,
  CurrentSkill,
  Seal,
  SkillSource,
  UnfinishedExecution,
} from '../core/ports.ts'
import { type Grant, type LoadedSkill, ownRelease, releaseOfAction } from '../core/skill.ts'
import { detailsOf, inputParsing, problemsOf } from '../manifest/input-problems.ts'
import type { InputValidators } from '../manifest/validate-input.ts'
import { effectivePermissions } from '../policy/effective-permissions.ts'
import { explainLacks, faultOfLacks } from '../policy/explain-lacks.ts'
import type { Runtime } from '../runtimes/runtime.ts'
import { loadScript, recallRelease, type Script, scriptUnavailable } from '../script/script.ts'
import { bindCredentials } from './bind-credentials.ts'
import { type Confirmation, type Confirmations, confirmationOf } from './confirm.ts'
import { openInput } from './kept-input.ts'

/** Options for callers of `execute`. A plain HTTP caller can set only those in `SkillInput.config`. */
export type ExecuteConfig = Budget & {
  /** Values for names in the manifest's `secrets`, for this execution only. */
  readonly env_vars?: Readonly<Record<string, string>>
  /**
   * Absent: `publicPrincipal`. Never part of a request: the entry point sets it, for HTTP after a session or key check.
   */
  readonly principal?: Principal
  /** Adds the list of host calls to the output. */
  readonly trace?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** The key by which the caller takes turns with others. Absent: the principal's id. */
  readonly fairKey?: string | undefined
  /** How long other executions may get the answers to its GET requests. Absent: each sends its own. */
  readonly sharedMs?: number
  /** The phone call or chat during which the skill runs, as reported by the entry point. Absent: unknown. */
  readonly call?: CallFacts | undefined
  /** Absent: the first available of the manifest's runtimes. */
  readonly runtime?: RuntimeName
  /** The question that the call answers. Absent: the open questions about the same call, if it says yes or no. */
  readonly confirmation_id?: string | undefined
  /**
   * The principal's answer. An action that needs a confirmation runs only on `true`, and no action with the effect `act`
   * runs on `false`. Absent: no answer.
   */
  readonly confirmed?: boolean | undefined
  /** Gets the call of a question that a step asks. Absent: only the output has the question. */
  readonly onAsked?: ((call: AskedCall) => void) | undefined
}

/** What a skill of steps sets for one of its steps. It only lowers. */
export type Within = {
  /** The step runs this release. */
  readonly skill: LoadedSkill
  readonly tier: Tier
  readonly leftMs: number
  /** In units. */
  readonly fuel: number
}

declare const proof: unique symbol
/** A request that passed every check. Only `admit` and `readmit` create one, and `run` accepts nothing weaker. */
export type AdmittedExecution = {
  readonly kind: 'admitted'
  readonly [proof]: true
  readonly skill: LoadedSkill
  readonly action: ActionRule
  readonly input: SkillInput
  readonly grant: Grant
  readonly principal: Principal
  /** Bound once, at admission. Egress, cache and fingerprints use only these credentials. */
  readonly credentials: BoundCredentials
  readonly runtime: Runtime
  readonly config: Pick<
    ExecuteConfig,
    'env_vars' | 'trace' | 'signal' | 'fairKey' | 'sharedMs' | 'call' | 'confirmation_id' | 'confirmed' | 'onAsked'
  >
  /** The script, if the execution runs a script instead of an installed skill. */
  readonly script?: Script | undefined
}

/** The key by which an execution takes turns: for workers, and for the connections and the rate of a provider. */
export function fairKeyOf({ principal, config }: Pick<AdmittedExecution, 'principal' | 'config'>): string {
  return config.fairKey ?? principal.id
}

/** Whether every granted secret has a value. */
export function hasCredentials({ grant, credentials }: AdmittedExecution): boolean {
  return grant.permissions.secrets.every((name) => credentials.has(name))
}

/** What a yes to a question runs: the validated input, with these permissions. */
export type AskedCall = { readonly input: SkillInput; readonly permissions: Permissions }

/**
 * A request that was refused before anything ran. `reason` is for the log. `confirmation`: what the principal must
 * confirm first.
 */
export type NotAdmitted = {
  readonly kind: 'refused'
  readonly skill: string
  readonly error: BlamedError
  readonly reason: string
  readonly confirmation?: Confirmation & AskedCall
  /** The answer to the same call, which has run on an earlier yes to the same question. It is the answer to this one. */
  readonly earlier?: SkillOutput | undefined
  readonly principal: Principal
} & (
  | {
      readonly version: string
      /** The digest of the release. */
      readonly digest: string
      /** Set if the policy refused the request: the denied permissions and the sets that lack them. */
      readonly lacks?: readonly Lack[] | undefined
    }
  /** The skill does not exist. */
  | { readonly version?: undefined; readonly digest?: undefined; readonly lacks?: undefined }
)

type AdmitPorts = {
  readonly skills: SkillSource
  readonly runtimes: readonly Runtime[]
  readonly validators: InputValidators
  /** Absent: `defaultConfig`. */
  readonly config?: TravelConfig | undefined
  /** Absent: no agent has rules of its own. */
  readonly rules?: AgentRules | undefined
  /** Absent: an action that needs confirmation never runs. */
  readonly confirmations?: Confirmations | undefined
  /** Absent: only secrets that the caller passes have a value. */
  readonly broker?: CredentialBroker | undefined
  readonly answers?: AnswerStore | undefined
  /** Stores script texts. Absent: `answers` stores them. */
  readonly scripts?: AnswerStore | undefined
  /** Absent: sealed inputs cannot be opened. */
  readonly seal?: Seal | undefined
}

/**
 * Checks that this skill may run on this input for this principal: existence, input, policy, runtime and confirmation.
 * `asked` is the name of an installed skill, or a script. `within`: the skill runs as a step of another.
 */
export async function admit(
  { skills, runtimes, validators, confirmations, broker, rules, config: operatorConfig }: AdmitPorts,
  asked: string | Script,
  rawInput: unknown,
  config: ExecuteConfig,
  within?: Within,
): Promise<AdmittedExecution | NotAdmitted> {
  const arrival = confirmations?.arrival() ?? 0
  const { name, current, script, wrong } = await subjectOf(skills, asked)
  const principal = config.principal ?? publicPrincipal
  const refuse = refusing(name, current?.skill, principal)
  const invalid = (details: Record<string, string>) =>
    refuse('INVALID_INPUT', { facts: { detail: firstOf(details) }, details })
  const refuseAnswer = (question: QuestionReason) => refuse(runnerReasons[question].code, { because: question })

  const { confirmation_id: named, confirmed } = config
  // A no to a question needs nothing else: neither valid arguments nor a skill that may still run.
  if (named !== undefined && confirmed === false) {
    return refuseAnswer((await confirmations?.decline(named, principal)) ?? 'question_declined')
  }
  const budget = Budget.safeParse(config, inputParsing)
  if (!budget.success) return invalid(detailsOf(problemsOf(budget.error, 'config')))
  if (wrong) return invalid(wrong)
  if (!current) return refuse('SKILL_NOT_FOUND')
  if (!current.isEnabled) return refuse('SKILL_DISABLED', switchedOff)
  if (current.refusal !== undefined) {
    return refuse('SKILL_DISABLED', {
      reason: current.refusal,
      lacks: [{ permission: 'to run', item: '', by: ['gates'] }],
    })
  }
  const rule = script ? undefined : (await rules?.of(principal))?.get(name)
  if (within && isOtherPin(within.skill, rule)) return refuse('SKILL_DISABLED', pinIsOther)
  const kept = await underRule(skills, current.skill, within ? { ...rule, release: within.skill.digest } : rule)
  if (!kept) {
    if (within) return refuse('SKILL_NOT_FOUND', { reason: `its release ${within.skill.digest} is not stored` })
    return refuse('SKILL_DISABLED', pinIsGone)
  }
  const shape = SkillInput.safeParse(rawInput, inputParsing)
  const own = shape.success ? withTier(releaseOfAction(kept, shape.data.action), rule) : kept
  const skill = within ? withTier(own, { tier: within.tier }) : own
  const { manifest } = skill
  if (manifest.steps && !skill.chain) {
    return refuse('SKILL_NOT_FOUND', { reason: 'the skill of one of its steps is not here' })
  }
  if (manifest.kind === 'prompt')
    return refuse('CONFLICT', { because: 'prompt_skill', reason: 'a prompt skill has no code to run' })
  if (!shape.success) return invalid(detailsOf(problemsOf(shape.error, 'input')))
  const checked = validators(skill)(shape.data.action, shape.data.params)
  if (!checked.ok) return invalid(checked.details)
  const undeclared = Object.keys(config.env_vars ?? {}).find((name) => !manifest.permissions.secrets.includes(name))
  if (undeclared !== undefined) return invalid({ env_vars: `${undeclared} is not one of the skill's secrets` })

  const input = { ...shape.data, params: checked.params }
  const action = actionRuleOf(manifest, input.action)
  const policy = effectivePermissions({
    manifest,
    action,
    tier: skill.tier,
    approved: skill.approved,
    principal,
    config: operatorConfig,
    rule,
    runtime: config.runtime,
    runtimes: existing(runtimes),
    caller: {
      timeoutMs: within?.leftMs ?? input.config.timeout_ms,
      fuel: within?.fuel,
    },
    host: hostWishes(budget.data),
  })
  if (!policy.ok) return refuse(policy.code, policy)
  const { grant } = policy

  const { runtime, reason } = await firstThatIsThere(grant.runtimes, runtimes)
  if (!runtime) {
    const wanted = config.runtime ?? manifest.runtimes.join(', ')
    if (grant.runtimes.length > 0) {
      const details = script ? { language: scriptUnavailable(script.grant) } : whatIsMissing(grant.runtimes)
      return refuse('RUNTIME_UNAVAILABLE', { reason: `asked for ${wanted}${reason}`, details })
    }
    const ofTheTier = existing(runtimes).filter(({ tiers }) => tiers.includes(skill.tier))
    const allowed = ofTheTier.map((one) => one.name)
    const beyond = (config.runtime ? [config.runtime] : manifest.runtimes).filter((asked) => !allowed.includes(asked))
    const lacks = beyond.map((name): Lack => ({ permission: 'runtime', item: name, by: ['tier'] }))
    const startable = ofTheTier.filter(({ start }) => start !== 'planned').map((one) => one.name)
    return refuse('RUNTIME_UNAVAILABLE', {
      reason: `asked for ${wanted}; its manifest lists ${manifest.runtimes.join(', ')}, and tier ${skill.tier} may run in ${startable.join(', ')}`,
      ...(lacks.length > 0 ? { lacks } : {}),
    })
  }

  // Bound before the confirmation, so that a failure here does not use it up.
  const credentials = await bindCredentials(broker, { principal, grant, own: config.env_vars ?? {}, skill: name, rule })
  // A call that names a question is its answer, even if an update of the skill no longer requires a confirmation. A skill
  // of steps asks nothing itself: its last step asks, with its own facts.
  if (skill.chain === undefined && (action.confirmation.required || named !== undefined)) {
    const subject = confirmationOf(skill, input, principal, action)
    const settled = await confirmations?.settle(subject, { named, confirmed }, arrival)
    if (settled?.kind === 'refused') return refuseAnswer(settled.reason)
    if (settled?.kind === 'done') {
      const earlier = await confirmations?.resultOf(subject, settled.since)
      return { ...refuseAnswer('question_used'), earlier }
    }
    if (settled?.kind !== 'agreed') {
      const asked = settled && { confirmation: { ...settled.confirmation, input, permissions: grant.permissions } }
      return { ...refuse('CONFIRMATION_REQUIRED'), ...asked }
    }
  } else if (confirmed === false && action.effects.includes('act')) return refuseAnswer('question_declined')
  return prove({ kind: 'admitted', skill, action, input, grant, principal, credentials, runtime, config, script })
}

const hostWishes = ({ timeout_ms: timeoutMs, resource_limits: { memory_mb: memoryMb, cpus, fuel } = {} }: Budget) => ({
  timeoutMs,
  memoryMb,
  cpus,
  fuel,
})

/** The release that the rule lets the caller use. Undefined: its pinned release is gone, or belongs to another skill. */
export async function underRule(
  skills: Pick<SkillSource, 'byDigest'>,
  current: LoadedSkill,
  rule: AgentRule | undefined,
): Promise<LoadedSkill | undefined> {
  const digest = rule?.release ?? current.digest
  const isCurrent = digest === current.digest || digest === ownRelease(current).digest
  const skill = isCurrent ? current : await skills.byDigest(digest)
  return skill?.manifest.name === current.manifest.name ? withTier(skill, rule) : undefined
}

/** The skill with the less trusted of its tier and the rule's. */
export function withTier(skill: LoadedSkill, { tier = skill.tier }: AgentRule = {}): LoadedSkill {
  return tiers.indexOf(tier) > tiers.indexOf(skill.tier) ? { ...skill, tier } : skill
}

type Subject = {
  readonly name: string
  readonly current?: CurrentSkill | undefined
  readonly script?: Script
  /** The problems of an invalid script, by field. */
  readonly wrong?: Record<string, string>
}

async function subjectOf(skills: SkillSource, asked: string | Script): Promise<Subject> {
  if (typeof asked === 'string') return { name: asked, current: await skills.current(asked) }
  const loaded = loadScript(asked)
  if (!loaded.ok) return { name: scriptName, wrong: loaded.details }
  return { name: scriptName, current: { skill: loaded.skill, isEnabled: true }, script: asked }
}

/**
 * Checks that an execution begun by another process may be resumed: its release is still stored, its skill is not
 * switched off, current policy allows it, and its runtime is available. Does not ask for confirmation again.
 */
export async function readmit(
  { skills, runtimes, broker, rules, answers, scripts, seal, config }: AdmitPorts,
  { id, skill: name, digest, recording }: UnfinishedExecution,
  caller: Pick<ExecuteConfig, 'signal'> = {},
): Promise<AdmittedExecution | NotAdmitted> {
  const release = await recallRelease({ skills, answers: scripts ?? answers }, digest, recording.script)
  const { principal, limits } = recording
  if (!release) {
    const reason = `its release ${digest} is not stored, or a part of it may not run`
    return refusing(name, undefined, principal)('SKILL_NOT_FOUND', { reason })
  }
  const { script } = release
  const rule = script ? undefined : (await rules?.of(principal))?.get(name)
  const skill = withTier(release.skill, rule)
  const refuse = refusing(name, skill, principal)
  if (!script) {
    const current = await skills.current(name)
    // Without its current release, nobody can tell whether the skill is switched off.
    if (!current) return refuse('SKILL_NOT_FOUND', { reason: 'its skill can no longer be loaded' })
    if (!current.isEnabled) return refuse('SKILL_DISABLED', switchedOff)
  }
  const { manifest, tier, approved } = skill
  const input = openInput(id, recording, seal)
  if (!input) return refuse('INTERNAL', { reason: 'its input was sealed with another key' })
  const action = actionRuleOf(manifest, input.action)
  const { runtime: begun } = recording
  const policy = effectivePermissions({
    ...{ manifest, action, tier, approved, principal, config, rule, runtime: begun },
    runtimes: existing(runtimes),
  })
  if (!policy.ok) return refuse(policy.code, policy)
  const { runtime, reason } = await firstThatIsThere(policy.grant.runtimes, runtimes)
  if (!runtime) {
    const details = whatIsMissing(policy.grant.runtimes)
    return refuse('RUNTIME_UNAVAILABLE', { reason: `it started in ${recording.runtime}${reason}`, details })
  }
  const grant = { ...policy.grant, limits }
  const credentials = await bindCredentials(broker, { principal, grant, own: {}, skill: name, rule })
  return prove({
    kind: 'admitted',
    skill,
    action,
    input,
    grant,
    principal,
    credentials,
    runtime,
    config: caller,
    script,
  })
}

type RefusalMore = {
  readonly facts?: ErrorFacts
  readonly details?: Record<string, string>
  readonly reason?: string
  /** The denied permissions and the sets that lack them. Absent: the policy did not refuse. */
  readonly lacks?: readonly Lack[]
  /** The case within the code. Absent: the code has only one. */
  readonly because?: RunnerReason
}

const pinIsGone: RefusalMore = {
  reason: "the release that the agent's rule names is gone",
  lacks: [{ permission: 'to run', item: '', by: ['agent'] }],
}

const pinIsOther: RefusalMore = {
  reason: "the agent's rule names another release than the skill of which it is a step",
  lacks: [{ permission: 'to run', item: '', by: ['agent'] }],
}

/** Whether the rule of an agent lets it use only another release. */
const isOtherPin = (skill: LoadedSkill, { release }: AgentRule = {}): boolean =>
  release !== undefined && ![skill.digest, ownRelease(skill).digest].includes(release)

const switchedOff: RefusalMore = {
  reason: 'it is switched off',
  lacks: [{ permission: 'to run', item: '', by: ['operator'] }],
}

const refusing =
  (name: string, skill: LoadedSkill | undefined, principal: Principal) =>
  (code: ErrorCode, { facts, lacks, because, reason = '', ...more }: RefusalMore = {}): NotAdmitted => {
    const explained = skill && lacks && explainLacks(lacks, { source: principal.source, tier: skill.tier })
    const details = more.details ?? explained
    const words = { skill: name, ...facts }
    const told = details ? { details } : {}
    const error = because ? errorBecause(because, words, told) : errorOf(code, words, told)
    return {
      kind: 'refused',
      skill: name,
      error: { ...error, ...(lacks ? { fault: faultOfLacks(lacks) } : {}) },
      reason,
      principal,
      ...(skill ? { version: skill.manifest.version, digest: skill.digest, lacks } : {}),
    }
  }

const whatIsMissing = (names: readonly RuntimeName[]) =>
  Object.fromEntries(names.map((name) => [`runtime ${name}`, missingIn(name)]))

/** The product's runtimes, and others that the composition adds. */
const existing = (runtimes: readonly Runtime[]): readonly RuntimeDescriptor[] => [
  ...new Set([...productRuntimes, ...runtimes.map(({ about }) => about)]),
]

/** The first available of these runtimes, or why each is unavailable. */
async function firstThatIsThere(
  names: readonly RuntimeName[],
  runtimes: readonly Runtime[],
): Promise<{ runtime?: Runtime | undefined; reason: string }> {
  let reason = ''
  for (const name of names) {
    const runtime = runtimes.find(({ about }) => about.name === name)
    const why = runtime ? await runtime.unavailable?.() : 'not supported here'
    if (why === undefined) return { runtime, reason }
    reason += `; ${name}: ${why}`
  }
  return { reason }
}

function prove(checked: Omit<AdmittedExecution, typeof proof>): AdmittedExecution {
  return checked as AdmittedExecution
}

/** The first field and its problem, for a message. */
function firstOf(details: Record<string, string>): string {
  const [[field, sentence] = ['input', 'is not valid']] = Object.entries(details)
  return `${field} ${sentence}`
}

import { bindCredentials } from './bind-credentials.ts'
import { type Confirmation, type Confirmations, confirmationOf } from './confirm.ts'
import { type ActionRule, actionRuleOf } from './contract/action-rule.ts'
import type { BoundCredentials } from './contract/bound-credentials.ts'
import { type ErrorBody, type ErrorCode, type ErrorFacts, sentenceOf } from './contract/errors.ts'
import type { RuntimeName } from './contract/manifest.ts'
import { type Principal, publicPrincipal } from './contract/principal.ts'
import { SkillInput } from './contract/skill-io.ts'
import { detailsOf, inputParsing, problemsOf } from './input-problems.ts'
import { openInput } from './kept-input.ts'
import type { InputValidators } from './manifest/validate-input.ts'
import { tierRuntimes } from './policy/ceilings.ts'
import { effectivePermissions } from './policy/effective-permissions.ts'
import type { AnswerStore, CredentialBroker, CurrentSkill, Seal, SkillSource, UnfinishedExecution } from './ports.ts'
import type { Runtime } from './runtimes/runtime.ts'
import { loadScript, recallRelease, type Script, scriptName } from './script.ts'
import type { Grant, LoadedSkill } from './skill.ts'

/** What the caller of `execute` may set; a plain HTTP caller sets only what `SkillInput.config` allows. */
export type ExecuteConfig = {
  readonly timeout_ms?: number
  /** Values for names in the manifest's `secrets`, for this execution alone. */
  readonly env_vars?: Readonly<Record<string, string>>
  readonly resource_limits?: { readonly memory_mb?: number; readonly cpus?: number; readonly fuel?: number }
  /** Absent means `public`. Only a check of a session or key makes one. */
  readonly principal?: Principal
  /** Puts the host calls beside the output. */
  readonly trace?: boolean
  readonly signal?: AbortSignal
  /** Absent: the first of the manifest's runtimes that is there. */
  readonly runtime?: RuntimeName
  /** The confirmation that the principal was asked for. Absent: none was given. */
  readonly confirmation_id?: string
}

declare const proof: unique symbol
/** A request that passed every check. Only `admit` makes one, and `run` takes nothing weaker. */
export type AdmittedExecution = {
  readonly kind: 'admitted'
  readonly [proof]: true
  readonly skill: LoadedSkill
  readonly action: ActionRule
  readonly input: SkillInput
  readonly grant: Grant
  readonly principal: Principal
  /** Decided here, once: egress, cache and fingerprints read them nowhere else. */
  readonly credentials: BoundCredentials
  readonly runtime: Runtime
  readonly config: Pick<ExecuteConfig, 'env_vars' | 'trace' | 'signal'>
  /** What the skill was made of, where it is no installed one. */
  readonly script?: Script
}

/** Refused before anything ran. `reason` is for the log. `confirmation`: what the principal has to confirm first. */
export type NotAdmitted = {
  readonly kind: 'refused'
  readonly skill: string
  readonly version: string
  readonly error: ErrorBody
  readonly reason: string
  readonly confirmation?: Confirmation
}

export type AdmitPorts = {
  readonly skills: SkillSource
  readonly runtimes: readonly Runtime[]
  readonly validators: InputValidators
  /** Absent: what needs a confirmation cannot be confirmed, and never runs. */
  readonly confirmations?: Confirmations | undefined
  /** Absent: no secret has a value but the execution's own. */
  readonly broker?: CredentialBroker | undefined
  /** Where scripts are kept. */
  readonly answers?: AnswerStore | undefined
  /** Absent: what was sealed does not open. */
  readonly seal?: Seal | undefined
}

/**
 * Checks that this skill may run on this input for this principal: existence, input, policy, runtime, confirmation. A skill is asked for
 * by its name; a script is one that is not installed.
 */
export async function admit(
  { skills, runtimes, validators, confirmations, broker }: AdmitPorts,
  asked: string | Script,
  rawInput: unknown,
  config: ExecuteConfig,
): Promise<AdmittedExecution | NotAdmitted> {
  const { name, current, script, wrong } = await subjectOf(skills, asked)
  const refuse = refusing(name, current?.skill)
  const invalid = (details: Record<string, string>) =>
    refuse('INVALID_INPUT', { facts: { detail: firstOf(details) }, details })

  if (wrong) return invalid(wrong)
  if (!current) return refuse('SKILL_NOT_FOUND')
  if (!current.isEnabled) return refuse('SKILL_DISABLED')
  const { skill } = current
  const { manifest } = skill
  if (manifest.kind === 'prompt') return refuse('CONFLICT', { reason: 'a prompt skill has no code to run' })

  const shape = SkillInput.safeParse(rawInput, inputParsing)
  if (!shape.success) return invalid(detailsOf(problemsOf(shape.error, 'input')))
  const checked = validators.of(skill).validate(shape.data.action, shape.data.params)
  if (!checked.ok) return invalid(checked.details)
  const undeclared = Object.keys(config.env_vars ?? {}).find((name) => !manifest.permissions.secrets.includes(name))
  if (undeclared !== undefined) return invalid({ env_vars: `${undeclared} is not among the skill's secrets` })

  const input = { ...shape.data, params: checked.params }
  const action = actionRuleOf(manifest, input.action)
  const principal = config.principal ?? publicPrincipal
  const policy = effectivePermissions({
    manifest,
    action,
    tier: skill.tier,
    approved: skill.approved,
    principal,
    runtime: config.runtime,
    caller: { timeoutMs: input.config.timeout_ms },
    host: {
      timeoutMs: config.timeout_ms,
      memoryMb: config.resource_limits?.memory_mb,
      cpus: config.resource_limits?.cpus,
      fuel: config.resource_limits?.fuel,
    },
  })
  if (!policy.ok) return refuse(policy.code, { reason: policy.reason })
  const { grant } = policy

  const { runtime, reason } = await firstThatIsThere(grant.runtimes, runtimes)
  if (!runtime) {
    const wanted = config.runtime ?? manifest.runtimes.join(', ')
    const excluded = `; its manifest has ${manifest.runtimes.join(', ')}, and tier ${skill.tier} may run in ${tierRuntimes[skill.tier].join(', ')}`
    return refuse('RUNTIME_UNAVAILABLE', {
      reason: `asked for ${wanted}${grant.runtimes.length > 0 ? reason : excluded}`,
    })
  }

  // Before the confirmation: what fails from there on would use it up.
  const credentials = await bindCredentials(broker, { principal, grant, own: config.env_vars ?? {} })
  if (action.confirmation.required) {
    const subject = confirmationOf(skill, input, principal, action)
    const given = config.confirmation_id
    const isConfirmed = given !== undefined && (await confirmations?.take(given, subject)) === true
    if (!isConfirmed) {
      const asked = await confirmations?.ask(subject)
      return { ...refuse('CONFIRMATION_REQUIRED'), ...(asked ? { confirmation: asked } : {}) }
    }
  }
  const of = script === undefined ? {} : { script }
  return prove({ kind: 'admitted', skill, action, input, grant, principal, credentials, runtime, config, ...of })
}

type Subject = {
  readonly name: string
  readonly current?: CurrentSkill | undefined
  readonly script?: Script
  /** Why it is no script. */
  readonly wrong?: Record<string, string>
}

async function subjectOf(skills: SkillSource, asked: string | Script): Promise<Subject> {
  if (typeof asked === 'string') return { name: asked, current: await skills.current(asked) }
  const loaded = loadScript(asked)
  if (!loaded.ok) return { name: scriptName, wrong: loaded.details }
  return { name: scriptName, current: { skill: loaded.skill, isEnabled: true }, script: asked }
}

/**
 * Checks that an execution that another process began may go on: that its release is there and not switched off, and what may be
 * done with it now. Nobody is asked for a confirmation again.
 */
export async function readmit(
  { skills, runtimes, broker, answers, seal }: AdmitPorts,
  { id, skill: name, digest, recording }: UnfinishedExecution,
): Promise<AdmittedExecution | NotAdmitted> {
  const release = await recallRelease({ skills, answers }, digest, recording.script)
  const skill = release?.skill
  const refuse = refusing(name, skill)
  if (!release || !skill) return refuse('SKILL_NOT_FOUND', { reason: `its release ${digest} is not kept` })
  if (!release.script && (await skills.current(name))?.isEnabled === false) return refuse('SKILL_DISABLED')
  const { manifest, tier, approved } = skill
  const { principal, limits } = recording
  const input = openInput(id, recording, seal)
  if (!input) return refuse('INTERNAL', { reason: 'its input was sealed with another key' })
  const action = actionRuleOf(manifest, input.action)
  const policy = effectivePermissions({ manifest, action, tier, approved, principal, runtime: recording.runtime })
  if (!policy.ok) return refuse(policy.code, { reason: policy.reason })
  const { runtime, reason } = await firstThatIsThere(policy.grant.runtimes, runtimes)
  if (!runtime) return refuse('RUNTIME_UNAVAILABLE', { reason: `it began in ${recording.runtime}${reason}` })
  const grant = { ...policy.grant, limits }
  const credentials = await bindCredentials(broker, { principal, grant, own: {} })
  const of = release.script === undefined ? {} : { script: release.script }
  return prove({ kind: 'admitted', skill, action, input, grant, principal, credentials, runtime, config: {}, ...of })
}

type RefusalMore = { facts?: ErrorFacts; details?: Record<string, string>; reason?: string }

const refusing =
  (name: string, skill: LoadedSkill | undefined) =>
  (code: ErrorCode, { facts, details, reason = '' }: RefusalMore = {}) =>
    ({
      kind: 'refused',
      skill: name,
      version: skill?.manifest.version ?? '0.0.0',
      error: { code, message: sentenceOf(code, { skill: name, ...facts }), ...(details ? { details } : {}) },
      reason,
    }) satisfies NotAdmitted

/** The first of these that can run something now, or why each cannot. */
async function firstThatIsThere(
  names: readonly RuntimeName[],
  runtimes: readonly Runtime[],
): Promise<{ runtime?: Runtime; reason: string }> {
  let reason = ''
  for (const name of names) {
    const runtime = runtimes.find((candidate) => candidate.name === name)
    const why = runtime ? await runtime.unavailable?.() : 'there is none here'
    if (runtime && why === undefined) return { runtime, reason }
    reason += `; ${name}: ${why}`
  }
  return { reason }
}

function prove(checked: Omit<AdmittedExecution, typeof proof>): AdmittedExecution {
  return checked as AdmittedExecution
}

/** The first field with its sentence, for a message. */
function firstOf(details: Record<string, string>): string {
  const [field, sentence] = Object.entries(details)[0] ?? ['input', 'is not valid']
  return `${field} ${sentence}`
}

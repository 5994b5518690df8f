import { type ErrorBody, type ErrorCode, type ErrorFacts, sentenceOf } from './contract/errors.ts'
import type { RuntimeName, SkillManifest } from './contract/manifest.ts'
import { type Principal, publicPrincipal } from './contract/principal.ts'
import { SkillInput } from './contract/skill-io.ts'
import { detailsOf, inputParsing, problemsOf } from './input-problems.ts'
import type { InputValidators } from './manifest/validate-input.ts'
import { effectivePermissions } from './policy/effective-permissions.ts'
import type { SkillSource } from './ports.ts'
import type { Runtime } from './runtimes/runtime.ts'
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
}

declare const proof: unique symbol
/** A request that passed every check. Only `admit` makes one, and `run` takes nothing weaker. */
export type AdmittedExecution = {
  readonly kind: 'admitted'
  readonly [proof]: true
  readonly skill: LoadedSkill
  readonly input: SkillInput
  readonly grant: Grant
  readonly principal: Principal
  readonly runtime: Runtime
  readonly config: Pick<ExecuteConfig, 'env_vars' | 'trace' | 'signal'>
}

/** Refused before anything ran. `reason` is for the log. */
export type Refused = {
  readonly kind: 'refused'
  readonly skill: string
  readonly version: string
  readonly error: ErrorBody
  readonly reason: string
}

export type AdmitPorts = {
  readonly skills: SkillSource
  readonly runtimes: readonly Runtime[]
  readonly validators: InputValidators
}

/** Checks that this skill may run on this input for this principal: existence, input, policy, confirmation, runtime. */
export async function admit(
  { skills, runtimes, validators }: AdmitPorts,
  skillName: string,
  rawInput: unknown,
  config: ExecuteConfig,
): Promise<AdmittedExecution | Refused> {
  const skill = await skills.load(skillName)
  const refuse = (code: ErrorCode, facts: ErrorFacts = {}, details?: Record<string, string>, reason = ''): Refused => ({
    kind: 'refused',
    skill: skillName,
    version: skill?.manifest.version ?? '0.0.0',
    error: { code, message: sentenceOf(code, { skill: skillName, ...facts }), ...(details ? { details } : {}) },
    reason,
  })
  const invalid = (details: Record<string, string>) => refuse('INVALID_INPUT', { detail: firstOf(details) }, details)

  if (!skill) return refuse('SKILL_NOT_FOUND')
  const { manifest } = skill

  if (manifest.kind === 'prompt') return refuse('CONFLICT', {}, undefined, 'a prompt skill has no code to run')

  const shape = SkillInput.safeParse(rawInput, inputParsing)
  if (!shape.success) return invalid(detailsOf(problemsOf(shape.error, 'input')))
  const params = validators.of(skill).validate(shape.data.action, shape.data.params)
  if (!params.ok) return invalid(params.details)
  const undeclared = Object.keys(config.env_vars ?? {}).find((name) => !manifest.permissions.secrets.includes(name))
  if (undeclared !== undefined) return invalid({ env_vars: `${undeclared} is not among the skill's secrets` })

  const principal = config.principal ?? publicPrincipal
  const policy = effectivePermissions({
    manifest,
    tier: skill.tier,
    approved: skill.approved,
    source: principal.source,
    caller: { timeoutMs: shape.data.config.timeout_ms },
    host: {
      timeoutMs: config.timeout_ms,
      memoryMb: config.resource_limits?.memory_mb,
      cpus: config.resource_limits?.cpus,
      fuel: config.resource_limits?.fuel,
    },
  })
  if (!policy.ok) return refuse(policy.code, {}, undefined, policy.reason)
  if (needsConfirmation(manifest)) return refuse('CONFIRMATION_REQUIRED')

  const wanted = config.runtime === undefined ? manifest.runtimes : [config.runtime]
  const allowed = wanted.filter((name) => manifest.runtimes.includes(name))
  const { runtime, reason } =
    allowed.length > 0
      ? await firstThatIsThere(allowed, runtimes)
      : { reason: `; its manifest has ${manifest.runtimes.join(', ')}` }
  if (!runtime) return refuse('RUNTIME_UNAVAILABLE', {}, undefined, `asked for ${wanted.join(', ')}${reason}`)

  const admitted = {
    kind: 'admitted' as const,
    skill,
    input: { ...shape.data, params: params.params },
    grant: policy.grant,
    principal,
    runtime,
    config,
  }
  return prove(admitted)
}

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

/** A skill that acts needs a confirmation unless its manifest says otherwise. */
function needsConfirmation(manifest: SkillManifest): boolean {
  return manifest.confirmation?.required ?? manifest.effects.includes('act')
}

/** The first field with its sentence, for a message. */
function firstOf(details: Record<string, string>): string {
  const [field, sentence] = Object.entries(details)[0] ?? ['input', 'is not valid']
  return `${field} ${sentence}`
}

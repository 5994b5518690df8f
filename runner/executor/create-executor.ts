import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { budgetOf } from '../contract/budget.ts'
import { CallFacts } from '../contract/call-facts.ts'
import type { ErrorBody } from '../contract/errors.ts'
import { errorOf } from '../contract/faults.ts'
import { hasTrust, type Principal, principalFrom, Source, type Trust, trustOfSource } from '../contract/principal.ts'
import { isObject, type Json, type SkillOutput } from '../contract/skill-io.ts'
import { defaultConfig, type TravelConfig } from '../contract/travel-config.ts'
import { fixedSkills } from '../core/fixed-skills.ts'
import { keptRunIn } from '../core/kept-run.ts'
import type { LoadedSkill } from '../core/skill.ts'
import type { BundleResult } from '../manifest/bundle-skill.ts'
import { inputParsing, problemsOf } from '../manifest/input-problems.ts'
import { neededTrust } from '../policy/effective-permissions.ts'
import { keep, listed } from '../policy/policy-sets.ts'
import type { ExecuteConfig } from '../run/admit.ts'
import { errorOutput } from '../run/output.ts'
import { createRunner } from '../run/runner.ts'
import type { RunnerPorts } from '../run/runner-ports.ts'
import { type Capabilities, modelOf, permissionsOf } from './capabilities.ts'
import { type AjsText, bundleText, problemOf, skillOfText } from './text-skill.ts'

export type ExecuteOptions = {
  /** Absent: a function given as text gets no capabilities, and an installed skill gets its approved permissions. */
  readonly capabilities?: Capabilities
  /** The maximum fuel, a whole number of units of 1,000,000 instructions. Absent: the skill's limit. */
  readonly fuel?: number
  /** Adds the list of host calls to the result. */
  readonly trace?: boolean
  /** The source of the message that requests this execution. Absent: `public`, which has the least trust. */
  readonly source?: Source
  /**
   * The id of the requester. Absent: all requesters of this source are one principal. Limits and memory are per
   * principal.
   */
  readonly id?: string
  /** The action of an installed skill. Absent: its only action. */
  readonly action?: string
  /** From 100 to 600,000. Absent: the skill's limit. */
  readonly timeoutMs?: number
  readonly confirmationId?: string
  readonly confirmed?: boolean
  readonly signal?: AbortSignal
  /** The phone call or chat during which the skill runs, for handlers of voice agents. Absent: unknown. */
  readonly call?: ExecuteConfig['call']
}

/** What the runner takes unchecked, under the names of `ExecuteOptions`. Plain JavaScript may pass anything. */
const CheckedOptions = z.object({
  fuel: budgetOf.fuel.optional(),
  timeoutMs: budgetOf.timeout_ms.optional(),
  source: Source.optional(),
  call: CallFacts.optional(),
  /** Only `true` is a yes. */
  confirmed: z.boolean('must be true or false').optional(),
  confirmationId: z.string('must be text').optional(),
})

/** `result`: what the function returned, or the results of an installed skill. `output`: the runner's whole answer. */
export type Executed = { readonly output: SkillOutput; readonly trace?: readonly ExecutorTrace[] } & (
  | { readonly ok: true; readonly result: Json }
  | { readonly ok: false; readonly error: ErrorBody }
)

/** Whether a request of this source may run a skill. `needed` is `full` for an unknown skill. */
export type TrustCheck = { readonly allowed: boolean; readonly needed: Trust; readonly held: Trust }

export type Executor = {
  /**
   * Runs an installed skill by its name, or a plain function given as source text. Never rejects because of the skill.
   */
  execute(skill: string | AjsText, args: Json, options?: ExecuteOptions): Promise<Executed>
  checkTrust(skill: string, source: Source): Promise<TrustCheck>
}

export type ExecutorOptions = {
  /** The ports of the runner for installed skills, so that all executions leave the same records. */
  readonly ports: RunnerPorts
  /** The absolute path of the project, whose `runner/sdk` is bundled into functions. */
  readonly projectDir: string
}

/** Bundles are cached, because bundling takes milliseconds and the same functions run again and again. */
const maxBundles = 256

/**
 * Wraps the runner in the API of the OpenClaw RFC (docs/decisions/047): every execution passes the same checks and
 * leaves the same records.
 */
export function createExecutor({ ports, projectDir }: ExecutorOptions): Executor {
  const shared = createRunner(ports)
  const bundles = new LRUCache<string, Promise<BundleResult>>({ max: maxBundles })

  const bundled = (text: AjsText) => keptRunIn(bundles, text.ajs, () => bundleText(text, projectDir))

  async function run(name: string, skill: LoadedSkill | undefined, params: Json, options: ExecuteOptions) {
    const { capabilities, trace = false, source = 'public', id, fuel, timeoutMs, signal } = options
    const model = capabilities && modelOf(capabilities)
    const own = skill !== undefined || model !== undefined
    const runner = own
      ? createRunner({
          ...ports,
          ...(skill === undefined ? {} : { skills: fixedSkills(skill) }),
          ...(model === undefined ? {} : { services: { ...ports.services, model } }),
        })
      : shared
    const output = await runner.execute(
      name,
      { action: options.action ?? 'run', params: isObject(params) ? params : {}, config: {} },
      {
        principal: principalOf(source, id),
        trace,
        ...(fuel === undefined ? {} : { resource_limits: { fuel } }),
        ...(timeoutMs === undefined ? {} : { timeout_ms: timeoutMs }),
        ...(options.confirmationId === undefined ? {} : { confirmation_id: options.confirmationId }),
        ...(options.confirmed === undefined ? {} : { confirmed: options.confirmed }),
        ...(signal === undefined ? {} : { signal }),
        ...(options.call === undefined ? {} : { call: options.call }),
      },
    )
    return { output, ...(trace ? { trace: traceOf(output) } : {}) }
  }

  return {
    async execute(asked, args, given = {}) {
      const checked = CheckedOptions.safeParse(given, inputParsing)
      if (!checked.success) {
        const [[field, problem] = ['options', 'are not valid']] = problemsOf(checked.error, 'options')
        return refused(typeof asked === 'string' ? asked : 'ajs', `${field}: ${problem}`)
      }
      const options = { ...given, call: { channel: 'code', ...checked.data.call } }
      const granted = permissionsOf(options.capabilities ?? {})
      if (typeof asked !== 'string') {
        const bundle = await bundled(asked)
        if (!bundle.ok) return refused('ajs', problemOf(bundle.problems))
        const skill = skillOfText(asked, bundle, granted)
        const ran = await run(skill.manifest.name, skill, { args }, { ...options, action: 'run' })
        return executed(ran, (results) => results[0]?.result ?? null)
      }
      if (!isObject(args)) return refused(asked, 'args must be an object')
      // The runner itself refuses a skill that is missing, disabled or blocked by the gates.
      const current = await ports.skills.current(asked)
      const action = options.action ?? onlyActionOf(current?.skill)
      const asks = action === undefined ? options : { ...options, action }
      const isOpen = current?.isEnabled === true && current.refusal === undefined
      if (!isOpen || options.capabilities === undefined) {
        return executed(await run(asked, undefined, args, asks), (results) => results)
      }
      const approved = keep(current.skill.approved, listed(granted))
      return executed(await run(asked, { ...current.skill, approved }, args, asks), (results) => results)
    },
    async checkTrust(name, source) {
      const current = await ports.skills.current(name)
      const { manifest } = current?.skill ?? {}
      const needed = manifest === undefined ? 'full' : neededTrust(manifest)
      // Plain JavaScript may pass anything.
      const held = heldBy(Source.catch('public').parse(source), name, ports.config)
      return { allowed: hasTrust(held, needed), needed, held }
    },
  }
}

/** The lower of the source's trust and the trust that the configuration allows. */
function heldBy(source: Source, name: string, config: TravelConfig = defaultConfig): Trust {
  const override = Object.hasOwn(config.skills, name) ? config.skills[name] : undefined
  const all = [trustOfSource[source], config.safeExecution.defaultTrust[source], override?.defaultTrust?.[source]]
  return all.reduce<Trust>((least, one) => (one !== undefined && hasTrust(least, one) ? one : least), 'full')
}

const principalOf = (source: Source, id = `executor:${source}`): Principal =>
  principalFrom(source, { id, role: source === 'public' ? 'guest' : 'agent' })

function onlyActionOf(skill: LoadedSkill | undefined): string | undefined {
  const actions = Object.keys(skill?.manifest.input_schema ?? {})
  return actions.length === 1 ? actions[0] : undefined
}

function refused(skill: string, detail: string): Executed {
  const error = errorOf('INVALID_INPUT', { detail })
  return { ok: false, error, output: errorOutput({ skill }, error) }
}

type Results = Extract<SkillOutput, { status: 'success' }>['results']

function executed(ran: Pick<Executed, 'output' | 'trace'>, resultOf: (results: Results) => Json): Executed {
  const { output } = ran
  switch (output.status) {
    case 'success':
      return { ok: true, result: resultOf(output.results), ...ran }
    case 'error':
      return { ok: false, error: output.error, ...ran }
    case 'requires_confirmation': {
      return { ok: false, error: errorOf('CONFIRMATION_REQUIRED', { skill: output.skill }), ...ran }
    }
  }
}

/** One host call, in the trace format of the OpenClaw RFC (docs/decisions/047). `fuel`: units left after the call. */
type ExecutorTrace = { readonly op: string; readonly url?: string; readonly fuel: number }

/** The names of host calls in a plain function. */
const names: Readonly<Record<string, string>> = {
  fetch: 'httpFetch',
  'llm.predict': 'llmPredict',
  'memory.recall': 'memoryRecall',
  'exec.run': 'shellExec',
  'files.read': 'fileRead',
  'files.write': 'fileWrite',
}

function traceOf({ trace = [] }: SkillOutput): readonly ExecutorTrace[] {
  return trace.map(({ op, url, fuel }) => ({ op: names[op] ?? op, ...(url === undefined ? {} : { url }), fuel }))
}

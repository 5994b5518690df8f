import { randomBytes } from 'node:crypto'
import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import type { InvokeSkill } from '#lib/skills/server/invoking/invoke-skill.ts'
import { invokeWith } from '#lib/skills/server/invoking/testing/invoke-with.ts'
import { SkillManifest } from '#runner/contract/manifest.ts'
import { type Principal, principalFrom } from '#runner/contract/principal.ts'
import type { Json, SkillInput } from '#runner/contract/skill-io.ts'
import { defaultConfig } from '#runner/contract/travel-config.ts'
import type { AgentRules, ExecutionStore, SkillSource } from '#runner/core/ports.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { realClock, recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import type { Confirmations } from '#runner/run/confirm.ts'
import type { SkillRunner } from '#runner/run/runner.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { memoryConfirmations } from '#runner/testing/memory-confirmations.ts'
import { fakeRuntime, loadedSkill, testRunner } from '#runner/testing/runner-fixture.ts'
import type { ToolCaller } from '../agents-view.ts'
import type { Timer } from '../limit-call.ts'
import { createSkillTools, type SkillTools, type SkillToolsPorts } from '../skill-tools.ts'

type Fields = Partial<Record<keyof SkillManifest, unknown>> & { readonly name: string }

/** A loaded skill whose manifest has these fields. */
export const toolSkill = (fields: Fields, digest = fields.name): LoadedSkill =>
  loadedSkill(
    SkillManifest.parse({ version: '1.0.0', description: `The skill ${fields.name}.`, risk_level: 'low', ...fields }),
    '',
    digest,
  )

const text = { type: 'string', maxLength: 100 }

/** Returns the text that it gets. */
export const echoSkill = toolSkill({
  name: 'echo',
  input_schema: { say: { type: 'object', properties: { text }, required: ['text'], additionalProperties: false } },
})

/** A skill that acts, so its calls need confirmation. */
export const notesSkill = toolSkill({
  name: 'notes',
  effects: ['act'],
  confirmation: { prompt: 'Shall I keep this note?' },
  input_schema: {
    keep_note: { type: 'object', properties: { text }, required: ['text'], additionalProperties: false },
  },
})

export const agentCaller = (skills: ToolCaller['skills'] = 'all', principal: Partial<Principal> = {}): ToolCaller => ({
  principal: { ...principalFrom('dm-approved', { id: 'agent_a', role: 'agent' }), ...principal },
  skills,
})

type Reply = { results: { [name: string]: Json }[]; message?: string; metadata?: { partial: boolean } }

export type ToolWorld = {
  readonly tools: SkillTools
  /** The path below the tools, which the pages use. */
  readonly invoke: InvokeSkill
  readonly source: SkillSource
  /** The inputs that skills ran with. */
  readonly runs: SkillInput[]
  readonly rows: AuditRecord[]
  /** The enabled skills, which a test may change. */
  skills: LoadedSkill[]
}

/** Skill tools over real checks and a fake runtime, in which each skill returns what `reply` gives. */
export function toolWorld(
  skills: LoadedSkill[],
  {
    reply = ({ params }) => ({ results: [params], message: 'Done.' }),
    timer,
    keys,
    takeUse,
    run,
    runs: replaced = (runner) => runner,
    rules,
    superseded = [],
    confirmations = memoryConfirmations(),
    store,
  }: {
    readonly reply?: (input: SkillInput) => Reply | Promise<Reply>
    readonly timer?: Timer
    readonly keys?: SkillToolsPorts['keys']
    readonly takeUse?: SkillToolsPorts['takeUse']
    readonly run?: Runtime['run']
    /** Replaces parts of the runner. Absent: none. */
    readonly runs?: (runner: SkillRunner) => SkillRunner
    readonly rules?: AgentRules
    readonly superseded?: readonly LoadedSkill[]
    readonly confirmations?: Confirmations
    /** Absent: nothing is stored. */
    readonly store?: ExecutionStore
  } = {},
): ToolWorld {
  const runs: SkillInput[] = []
  const rows: AuditRecord[] = []
  const world = { skills, runs, rows }
  const append = async (row: AuditRecord) => void rows.push(row)
  const log = recordingLog()
  const runtime = fakeRuntime(
    run ??
      (async ({ input }) => {
        runs.push(input)
        return { kind: 'returned', value: await reply(input), fuelUsed: 0 }
      }),
  )
  const source = {
    current: async (name: string) => {
      const skill = world.skills.find(({ manifest }) => manifest.name === name)
      return skill && { skill, isEnabled: true }
    },
    byDigest: async (digest: string) => [...world.skills, ...superseded].find((skill) => skill.digest === digest),
  }
  const runner = replaced(
    testRunner({
      skills: source,
      ...(rules === undefined ? {} : { rules }),
      ...(store === undefined ? {} : { store }),
      runtimes: [runtime],
      confirmations,
      log,
    }),
  )
  const invoke = invokeWith(runner)
  const tools = createSkillTools({
    unconfigured: async () => new Set(),
    skills: { list: async () => world.skills, byDigest: source.byDigest },
    ...(rules === undefined ? {} : { rules }),
    invoke,
    config: defaultConfig,
    operatorName: 'Ilse',
    append,
    clock: realClock,
    randomBytes,
    log,
    ...(timer === undefined ? {} : { timer }),
    ...(keys === undefined ? {} : { keys }),
    ...(takeUse === undefined ? {} : { takeUse }),
  })
  return Object.assign(world, { tools, invoke, source })
}

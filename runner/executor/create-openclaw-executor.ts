import { randomBytes } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { SkillName } from '../contract/manifest.ts'
import { TravelConfig } from '../contract/travel-config.ts'
import type { Log, SkillSource } from '../core/ports.ts'
import type { LoadedSkill } from '../core/skill.ts'
import { createEgressEngine } from '../egress/engine.ts'
import type { EgressEngine } from '../egress/session.ts'
import { createCommands } from '../exec/create-commands.ts'
import { createSkillFiles } from '../files/create-skill-files.ts'
import { loadSkillFolder } from '../manifest/load-skill-folder.ts'
import type { RunnerPorts } from '../run/runner-ports.ts'
import { startEmbeddedRuntimes } from '../runtimes/embedded.ts'
import { createExecutor, type Executor } from './create-executor.ts'
import { type LlmPredict, modelOfFunction } from './model-of-function.ts'

export type OpenClawExecutorOptions = {
  /** The folder whose `skills/NAME` subfolders are the installed skills. Absent: no skill is installed. */
  readonly workspaceRoot?: string | undefined
  /** Answers `llmPredict` of skills that may use a model. Absent: such a call ends the skill with NOT_CONFIGURED. */
  readonly llmPredict?: LlmPredict
  /** The hosts that skills may reach if they declare them. Absent: none. */
  readonly allowedHosts?: readonly string[]
  /** The programs that skills may run if they declare them, each in its own sandbox. Absent: none. */
  readonly allowedPrograms?: readonly string[]
  /** Absent: nothing is logged. */
  readonly log?: Log
  /** Absent: the real network, through the platform's checks. */
  readonly egress?: EgressEngine
}

const projectDir = join(import.meta.dirname, '../..')
const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * An executor for the skills of a workspace, in the embedded runtime. The runtime starts with the first call. The
 * executor stores no records and provides no secrets. A changed skill needs a new executor.
 *
 * @throws {TypeError} for a host with a wildcard, an address or a scheme
 */
export function createOpenClawExecutor(options: OpenClawExecutorOptions): Executor & AsyncDisposable {
  const { workspaceRoot, llmPredict, allowedHosts = [], allowedPrograms = [], log = silent } = options
  const config = TravelConfig.safeParse({ safeExecution: { allowedHosts } })
  if (!config.success) {
    const [issue] = config.error.issues
    throw new TypeError(`createOpenClawExecutor: ${issue?.path.slice(1).join('.')}: ${issue?.message}`)
  }
  const { data: narrowing } = config
  const opened = new AsyncDisposableStack()

  async function open(): Promise<Executor> {
    const clock = { now: () => Date.now(), monotonic: () => performance.now() }
    const runtimes = await startEmbeddedRuntimes({ projectRoot: projectDir, log, workers: 1 }, opened)
    const upstreams = { of: () => undefined }
    const egress = options.egress ?? opened.use(createEgressEngine({ upstreams, clock, randomBytes, log }))
    const ports: RunnerPorts = {
      skills: workspaceSkills(workspaceRoot, allowedPrograms, log),
      runtimes,
      egress,
      services: {
        timeOffsets: () => ({ ok: false, index: 0, reason: 'this executor has no time zones' }),
        model: llmPredict && modelOfFunction(llmPredict),
        commands: createCommands({ hidden: [projectDir], log }),
        ...(workspaceRoot === undefined
          ? {}
          : { files: createSkillFiles({ root: join(workspaceRoot, 'files'), log }) }),
      },
      config: narrowing,
      store: { started: async () => {}, finished: async () => {} },
      clock,
      randomBytes,
      log,
    }
    return createExecutor({ ports, projectDir })
  }
  let executor: Promise<Executor> | undefined
  const ready = () => {
    if (opened.disposed) throw new Error('the executor is closed')
    executor ??= open()
    return executor
  }

  return {
    execute: async (...given) => (await ready()).execute(...given),
    checkTrust: async (...given) => (await ready()).checkTrust(...given),
    async [Symbol.asyncDispose]() {
      // Waits for an executor that is still starting, so that it is closed too.
      await executor?.catch(() => {})
      await opened.disposeAsync()
    },
  }
}

/** The skills of a workspace, each loaded at its first use. They have tier local, no secrets, and only these programs. */
function workspaceSkills(workspaceRoot: string | undefined, programs: readonly string[], log: Log): SkillSource {
  const loaded = new Map<string, Promise<LoadedSkill | undefined>>()

  async function load(root: string, name: string): Promise<LoadedSkill | undefined> {
    const skills = join(root, 'skills')
    const folder = join(skills, name)
    const [inside, around] = await Promise.all([folder, skills].map((path) => realpath(path).catch(() => undefined)))
    if (inside === undefined || around === undefined) return undefined
    if (!inside.startsWith(around + sep)) {
      log.warn('a skill of the workspace is a link to another place, and is not loaded', { skill: name })
      return undefined
    }
    const read = await loadSkillFolder(folder, { tier: 'local', projectDir })
    if (!read.ok) {
      log.warn('a skill of the workspace cannot be loaded', { skill: name, problems: read.problems })
      return undefined
    }
    const { skill } = read
    const exec = skill.approved.exec.filter((name) => programs.includes(name))
    return { ...skill, approved: { ...skill.approved, secrets: [], exec } }
  }

  const find = (name: string) => {
    if (workspaceRoot === undefined || !SkillName.safeParse(name).success) return Promise.resolve(undefined)
    const known = loaded.get(name)
    if (known) return known
    const loading = load(workspaceRoot, name)
    loaded.set(name, loading)
    return loading
  }
  return {
    async current(name) {
      const skill = await find(name)
      return skill && { skill, isEnabled: true }
    },
    async byDigest(digest) {
      const all = await Promise.all(loaded.values())
      return all.find((skill) => skill?.digest === digest)
    },
  }
}

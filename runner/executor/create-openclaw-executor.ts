import { randomBytes } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { BoundCredentials } from '../contract/bound-credentials.ts'
import { SkillName } from '../contract/manifest.ts'
import type { OperatorMessage } from '../contract/operations/messages.ts'
import type { Log, SkillSource } from '../core/ports.ts'
import type { LoadedSkill } from '../core/skill.ts'
import { createEgressEngine } from '../egress/engine.ts'
import type { EgressEngine } from '../egress/session.ts'
import type { OwnCommand } from '../exec/bubblewrap.ts'
import { createCommands } from '../exec/create-commands.ts'
import { createSkillFiles } from '../files/create-skill-files.ts'
import { loadSkillFolder } from '../manifest/load-skill-folder.ts'
import { createMemoryConfirmations } from '../run/memory-confirmations.ts'
import type { RunnerPorts } from '../run/runner-ports.ts'
import { startEmbeddedRuntimes } from '../runtimes/embedded.ts'
import { narrowingOf } from './apart-options.ts'
import { type LlmPredict, modelOfFunction } from './capabilities.ts'
import { createExecutor, type Executor } from './create-executor.ts'

type Secrets = Readonly<Record<string, { readonly value: string; readonly hosts: readonly string[] }>>

export type OpenClawExecutorOptions = {
  /** The folder whose `skills/NAME` subfolders are the installed skills. Absent: no skill is installed. */
  readonly workspaceRoot?: string | undefined
  /** Answers `llmPredict` of skills that may use a model. Absent: such a call ends the skill with NOT_CONFIGURED. */
  readonly llmPredict?: LlmPredict
  /** The hosts that skills may reach if they declare them. Absent: none. */
  readonly allowedHosts?: readonly string[]
  /** The programs that skills may run if they declare them, each in its own sandbox. Absent: none. */
  readonly allowedPrograms?: readonly string[]
  /** The secrets that skills may use if they declare them, by name, and the hosts that may receive each. Absent: none. */
  readonly secrets?: Secrets
  /**
   * Delivers a message of a skill to the operator, after the skill has succeeded. Absent: skills may send no messages. An
   * error is logged, and the message is lost.
   */
  readonly onMessage?: (message: OperatorMessage) => Promise<void>
  /**
   * Commands of your own, by the names that skills declare, such as `ical-query` of a calendar. Absent: skills that need
   * one end with NOT_CONFIGURED.
   */
  readonly commands?: Readonly<Record<string, OwnCommand>>
  /** Absent: nothing is logged. */
  readonly log?: Log
  /** Absent: the real network, through the platform's checks. */
  readonly egress?: EgressEngine
}

const projectDir = join(import.meta.dirname, '../..')
const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }

/**
 * An executor for the skills of a workspace, in the embedded runtime. The runtime starts with the first call. An action
 * that needs a confirmation asks first: call again with `confirmed: true`. The executor keeps the questions in memory,
 * and stores no records. A changed skill needs a new executor.
 *
 * @throws {TypeError} for a host with a wildcard, an address or a scheme
 */
export function createOpenClawExecutor(options: OpenClawExecutorOptions): Executor & AsyncDisposable {
  const { workspaceRoot, llmPredict, allowedHosts = [], allowedPrograms = [], log = silent } = options
  const { secrets = {}, onMessage, commands = {} } = options
  const may: WorkspaceRights = {
    programs: [...allowedPrograms, ...Object.keys(commands), calendarCommand],
    secrets: Object.keys(secrets),
    messages: onMessage !== undefined,
  }
  const narrowing = narrowingOf(allowedHosts)
  const opened = new AsyncDisposableStack()

  async function open(): Promise<Executor> {
    const clock = { now: () => Date.now(), monotonic: () => performance.now() }
    const runtimes = await startEmbeddedRuntimes({ projectRoot: projectDir, log, workers: 1 }, opened)
    const upstreams = { of: () => undefined }
    const { confirmations, store } = createMemoryConfirmations({ now: clock.now, randomBytes })
    const egress = options.egress ?? opened.use(createEgressEngine({ upstreams, clock, randomBytes, log }))
    const ports: RunnerPorts = {
      skills: workspaceSkills(workspaceRoot, may, log),
      runtimes,
      egress,
      services: {
        timeOffsets: () => ({ ok: false, reason: 'this executor has no time zones' }),
        model: llmPredict && modelOfFunction(llmPredict),
        commands: createCommands({ own: { [calendarCommand]: noCalendar, ...commands }, hidden: [projectDir], log }),
        ...(workspaceRoot === undefined
          ? {}
          : { files: createSkillFiles({ root: join(workspaceRoot, 'files'), log }) }),
      },
      config: narrowing,
      confirmations,
      broker: { bind: async (_, names) => boundSecrets(secrets, names) },
      store: {
        started: store.started,
        async finished(end) {
          await store.finished(end)
          for (const { text, urgent } of end.messages ?? []) {
            await onMessage?.({ text, urgent }).catch(() =>
              log.error('a message was not delivered', { execution: end.id }),
            )
          }
        },
      },
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

const calendarCommand = 'ical-query'
const noCalendar = { unconfigured: 'no calendar: pass commands with ical-query' }

/** An executor has one value of each. */
const version = 'of this executor'

function boundSecrets(secrets: Secrets, names: readonly string[]): BoundCredentials {
  const bound = names.flatMap((name) => {
    const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined
    if (!secret) return []
    return [[name, { version, hosts: secret.hosts, value: () => secret.value }] as const]
  })
  return new Map(bound)
}

type WorkspaceRights = {
  readonly programs: readonly string[]
  readonly secrets: readonly string[]
  readonly messages: boolean
}

/** The skills of a workspace, each loaded at its first use. They have tier local, and only these rights. */
function workspaceSkills(workspaceRoot: string | undefined, may: WorkspaceRights, log: Log): SkillSource {
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
    const { approved } = skill
    const exec = approved.exec.filter((name) => may.programs.includes(name))
    const secrets = approved.secrets.filter((name) => may.secrets.includes(name))
    return { ...skill, approved: { ...approved, secrets, exec, messages: approved.messages && may.messages } }
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

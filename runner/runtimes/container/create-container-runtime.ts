import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { container } from '../../contract/runtimes.ts'
import { orAborted } from '../../core/or-aborted.ts'
import { createOutage } from '../../core/outage.ts'
import type { Clock, Log } from '../../core/ports.ts'
import { createTimeLimit, type PausableLimit } from '../../core/time-limit.ts'
import { withFairKey } from '../../queue/fair-key.ts'
import { codeOfReason } from '../end-codes.ts'
import type { Runtime, RuntimeExecution, RuntimeOutcome } from '../runtime.ts'
import { type ContainerStatus, containerProbe, createAvailability, probeFailure } from './availability.ts'
import type { SkillImages } from './create-skill-images.ts'
import type { EngineAddress } from './engine.ts'
import { buildInTurns } from './images/build-in-turns.ts'
import { Answers, type EgressMode } from './messages.ts'
import { containerRunOf, type RunEnd, runExecution } from './run-execution.ts'
import { createSlotsByOrigin } from './slots.ts'
import { createWorkerLink, EngineRefusal, type WorkerLink } from './worker-link.ts'

export type ContainerRuntimeOptions = {
  /** Absolute path of `worker.ts`. The caller passes it in because a bundler must not move it. */
  readonly workerPath: string
  readonly engine: EngineAddress
  /** Why no engine can be there, asked until one was. `undefined`: the worker finds out. Absent: it always does. */
  readonly absence?: () => Promise<string | undefined>
  /** The allowed modes of egress, the preferred one first. */
  readonly egress: readonly EgressMode[]
  /** Folder of the instance's certificate authority. Absolute. */
  readonly caFolder: string
  /** Folder for sockets. Absolute and short; the engine's machine must see it under the same path. */
  readonly socketRoot: string
  /** The private address range for the networks of executions. Default: 10.213.0.0/16. */
  readonly subnets?: string
  /** The id of this process in the installation. */
  readonly instance: string
  /** Returns the live instances among the candidates. If it rejects, the sweep removes nothing. */
  readonly liveInstances: (candidates: readonly string[]) => Promise<ReadonlySet<string>>
  /** Called once, when the runtime starts. `signal` aborts when the runtime is closed. */
  readonly loadImages: (signal: AbortSignal) => Promise<SkillImages>
  /** How a person builds images here, such as `travel skill images`. */
  readonly imagesCommand: string
  readonly clock: Clock
  readonly log: Log
  /** Maximum concurrent containers of skills. Default: eight per core. Scripts get half as many in addition. */
  readonly containers?: number
  /** Maximum memory of these containers. Default: half of the engine's memory. Scripts get half as much in addition. */
  readonly memoryMb?: number
  /** Deadline for one answer of the engine or of a relay. */
  readonly engineTimeoutMs?: number
  /** Time limit of the execution that shows whether the runtime works. */
  readonly probeTimeoutMs?: number
  /** Time between the two looks that must both find an instance gone before a sweep removes its objects. */
  readonly confirmGoneMs?: number
  /** How long the result of a failed probe stays valid. */
  readonly retryMs?: number
}

export type ContainerRuntime = Runtime & {
  /** Whether the runtime works, as shown by a real run. The first call starts the runtime. */
  status(): Promise<ContainerStatus>
  /** The last known status, without waiting. `undefined`: there is none yet. */
  known(): ContainerStatus | undefined
  /** Removes the remains of dead instances and lost executions now. */
  sweep(): Promise<void>
}

/** Why a mode of egress does not work. */
type ProbeProblem = { readonly reason: string; readonly lacksImage: boolean }

/** An image to build. `work`: builds it. */
type ToBuild = { readonly tag: string; readonly work: () => Promise<void> }

type Started = { readonly link: WorkerLink; readonly images: SkillImages }

const defaultSubnets = '10.213.0.0/16'
const containersPerCpu = 8
/** Executions that queue for a slot; beyond it, `RATE_LIMITED`. */
const maxQueued = 256
const sweepMs = 30_000
/** Maximum wait on close for a removal of leftovers. */
const longestRemovalMs = 10_000
const installEngine =
  'install Docker (https://docs.docker.com/engine/install) and let this user reach its socket, or set DOCKER_HOST'
const seeLog = 'see the logs of the app and of the engine'

/** Runs skills in ephemeral containers of a Docker engine. Nothing starts before the first use. */
export function createContainerRuntime(options: ContainerRuntimeOptions): ContainerRuntime {
  const { clock, log } = options
  const closing = new AbortController()
  let started: Promise<Started> | undefined
  let slots: ReturnType<typeof createSlotsByOrigin> | undefined
  let sweeping: NodeJS.Timeout | undefined
  let lastRemoval: Promise<void> | undefined
  const buildShared = buildInTurns<ToBuild>(
    ({ tag }) => tag,
    ({ work }) => work(),
  )

  const start = async (): Promise<Started> => {
    closing.signal.throwIfAborted()
    const images = await options.loadImages(closing.signal)
    const link = createWorkerLink({
      workerPath: options.workerPath,
      data: {
        engine: options.engine,
        engineTimeoutMs: options.engineTimeoutMs ?? 15_000,
        instance: options.instance,
        caFolder: options.caFolder,
        socketRoot: options.socketRoot,
        relayImage: images.probe.tag,
        subnets: options.subnets ?? defaultSubnets,
      },
      log,
      replaced: () => sweepSafely(),
    })
    sweeping = setInterval(() => sweepSafely(), sweepMs)
    sweeping.unref()
    return { link, images }
  }
  const startOnce = () => {
    started ??= start().catch((cause: unknown) => {
      started = undefined
      throw cause
    })
    return started
  }

  const goneAmong = async (instances: readonly string[]) => {
    if (instances.length === 0) return []
    const live = await options.liveInstances(instances)
    return instances.filter((instance) => !live.has(instance))
  }
  /** An instance that lost its database connection looks gone until it rejoins, so a second look must confirm it. */
  const removeLeftovers = async (link: WorkerLink, instances: readonly string[]) => {
    const gone = await goneAmong(instances)
    if (gone.length > 0) await wait(options.confirmGoneMs ?? 5000)
    const { containers, networks, folders } = await link.ask(
      { type: 'sweep', dead: await goneAmong(gone) },
      Answers.sweep,
    )
    if (containers + networks + folders > 0)
      log.info('Removed leftover containers, networks and folders', { containers, networks, folders })
  }
  const sweep = async () => {
    const { link } = await startOnce()
    const removal = removeLeftovers(link, await link.ask({ type: 'survey' }, Answers.survey))
    lastRemoval = removal.catch(() => {})
    await removal
  }
  const outage = createOutage()
  const sweepSafely = () => {
    sweep().then(
      () => outage.end(),
      (cause: unknown) => {
        const reason = String(cause)
        if (outage.isNew(reason)) log.warn('The sweep for leftover containers failed', { reason })
      },
    )
  }

  const probeMode = async ({ link, images }: Started, egress: EgressMode): Promise<ProbeProblem | undefined> => {
    const execution = containerProbe(options.probeTimeoutMs ?? 30_000)
    const run = containerRunOf(execution, images.probe, egress)
    const end = await runExecution(link, execution, run, () => {})
    if (end.kind === 'no_image') return { reason: `${egress}: ${end.detail}`, lacksImage: true }
    const { outcome } = end
    const reason = probeFailure(outcome, egress)
    return reason === undefined ? undefined : { reason: `${egress}: ${reason}`, lacksImage: false }
  }

  const probe = async (): Promise<ContainerStatus> => {
    try {
      const absence = started ? undefined : await options.absence?.()
      if (absence !== undefined) return off(absence, installEngine)
      const runtime = await startOnce()
      const engine = await runtime.link.ask({ type: 'describe' }, Answers.describe)
      if (engine.lacks.length > 0) {
        return off(
          `the Docker engine cannot confine containers: ${engine.lacks.join('; ')}`,
          'use an engine and a kernel that support this',
        )
      }
      slots ??= createSlotsByOrigin({
        containers: options.containers ?? engine.cpus * containersPerCpu,
        memoryMb: options.memoryMb ?? Math.floor(engine.memoryMb / 2),
        maxQueued: maxQueued,
        now: clock.monotonic,
      })
      const problems: ProbeProblem[] = []
      for (const egress of options.egress) {
        const problem = await probeMode(runtime, egress)
        if (problem === undefined) return { kind: 'on', egress }
        problems.push(problem)
      }
      const reasons = problems.map(({ reason }) => reason).join('; ')
      const lacksImage = problems.some((problem) => problem.lacksImage)
      return off(`no mode of egress works (${reasons})`, lacksImage ? `run: ${options.imagesCommand}` : seeLog)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      return off(reason, cause instanceof EngineRefusal ? installEngine : seeLog)
    }
  }

  const availability = createAvailability({
    probe,
    now: clock.monotonic,
    retryMs: options.retryMs ?? 30_000,
    changed: (status) => {
      if (status.kind === 'off') return log.warn('The container runtime is off', status)
      log.info('The container runtime is on', status)
      sweepSafely()
    },
  })

  /** Builds an image, in turns, once for all concurrent callers. Returns why it could not be built, or `undefined`. */
  const build = async ({ skill, fairKey = '' }: RuntimeExecution, signal: AbortSignal): Promise<string | undefined> => {
    const { name } = skill.manifest
    const { images } = await startOnce()
    const { build: make } = images
    if (make === undefined) return `build it with: ${options.imagesCommand} ${name}`
    try {
      const work = () => make(skill)
      await orAborted(
        withFairKey(fairKey, () => buildShared({ tag: images.imageOf(skill).tag, work }, signal)),
        signal,
      )
      return undefined
    } catch (cause) {
      if (signal.aborted) throw cause
      return `it could not be built: ${cause instanceof Error ? cause.message : String(cause)}`
    }
  }

  const runOnce = async (execution: RuntimeExecution, egress: EgressMode): Promise<RunEnd> => {
    const { fairKey = '', signal, skill, timeLimit } = execution
    const { link, images } = await startOnce()
    const run = containerRunOf(execution, images.imageOf(skill), egress)
    if (!slots) return failed('RUNTIME_UNAVAILABLE', 'the engine has not been examined yet')
    const own = skill.isScript ? slots.scripts : slots.skills
    timeLimit?.pause()
    const slot = await own.acquire(fairKey, run.memoryMb, signal)
    timeLimit?.resume()
    if ('retryAfterMs' in slot) {
      const { retryAfterMs } = slot
      const detail = 'too many executions are waiting for a container'
      return { kind: 'outcome', outcome: { kind: 'failed', code: 'RATE_LIMITED', detail, retryAfterMs, fuelUsed: 0 } }
    }
    return runExecution(link, execution, run, () => slot[Symbol.dispose]())
  }

  const run = async (execution: RuntimeExecution): Promise<RuntimeOutcome> => {
    // This runtime counts no fuel, so only the time limit ends a program that computes without end.
    using limit = createTimeLimit(execution.limits.timeoutMs, clock)
    const signal = AbortSignal.any([execution.signal, limit.signal])
    const { timeLimit } = execution
    const limited = { ...execution, signal, ...(timeLimit ? { timeLimit: both(limit, timeLimit) } : {}) }
    try {
      signal.throwIfAborted()
      const status = await availability.check()
      if (status.kind === 'off') return failed('RUNTIME_UNAVAILABLE', status.reason).outcome
      let end = await runOnce(limited, status.egress)
      if (end.kind === 'no_image') {
        const problem = await build(execution, signal)
        if (problem !== undefined) return failed('RUNTIME_UNAVAILABLE', `${end.detail}; ${problem}`).outcome
        end = await runOnce(limited, status.egress)
      }
      if (end.kind === 'no_image') return failed('RUNTIME_UNAVAILABLE', end.detail).outcome
      if (end.outcome.kind === 'failed' && end.outcome.code === 'RUNTIME_UNAVAILABLE') availability.doubt()
      return end.outcome
    } catch (cause) {
      if (!signal.aborted) throw cause
      return failed(codeOfReason(signal.reason), 'its signal was aborted').outcome
    }
  }

  return {
    about: container,
    engineVersion: 'not counted',
    run,
    status: availability.check,
    known: availability.known,
    sweep,
    unavailable: async () => {
      const status = await availability.check()
      return status.kind === 'off' ? `${status.reason}: ${status.remedy}` : undefined
    },
    probe: async () => {
      const status = await availability.check()
      if (status.kind === 'off') throw new Error(`The container runtime is off: ${status.reason}`)
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new Error('the runtime was closed'))
      clearInterval(sweeping)
      const running = await started?.catch(() => undefined)
      // Otherwise, processes that all run only briefly would never remove anything.
      await Promise.race([lastRemoval, wait(longestRemovalMs, undefined, { ref: false })])
      await running?.link.close()
      await rm(join(options.socketRoot, options.instance), { recursive: true, force: true })
    },
  }
}

function off(reason: string, remedy: string): ContainerStatus {
  return { kind: 'off', reason, remedy }
}

function failed(code: 'RUNTIME_UNAVAILABLE' | ReturnType<typeof codeOfReason>, detail: string) {
  return { kind: 'outcome', outcome: { kind: 'failed', code, detail, fuelUsed: 0 } } as const
}

function both(own: PausableLimit, callers: PausableLimit): PausableLimit {
  return {
    pause() {
      own.pause()
      callers.pause()
    },
    resume() {
      own.resume()
      callers.resume()
    },
  }
}

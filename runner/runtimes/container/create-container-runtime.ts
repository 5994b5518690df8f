import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, Log } from '../../ports.ts'
import type { LoadedSkill } from '../../skill.ts'
import { codeOfReason } from '../code-of-reason.ts'
import type { Runtime, RuntimeExecution, RuntimeOutcome } from '../runtime.ts'
import { type ContainerStatus, createAvailability } from './availability.ts'
import { aheadOf, containerRunOf } from './container-run.ts'
import type { EngineAddress } from './engine.ts'
import type { EgressMode, EngineDescription } from './messages.ts'
import { probeExecution, probeFailure, probeTimeoutMs } from './probe.ts'
import { type RunEnd, runExecution } from './run-execution.ts'
import type { SkillImages } from './skill-images.ts'
import { createSlots, type Slots } from './slots.ts'
import { createWorkerLink, EngineRefusal, type WorkerLink } from './worker-link.ts'

export type ContainerRuntimeOptions = {
  /** Absolute path of `worker.ts`. A bundler that moved it would break it: it comes from outside. */
  readonly workerPath: string
  readonly engine: EngineAddress
  /** Which modes of egress may be used, the preferred one first. */
  readonly egress: readonly EgressMode[]
  /** Keeps the instance's certificate authority. Absolute. */
  readonly caFolder: string
  /** For sockets; its path is short, and the engine's machine sees it as this one does. Absolute. */
  readonly socketRoot: string
  /** Where the networks of executions get their addresses from, a private range. Absent: 10.213.0.0/16. */
  readonly subnets?: string
  /** This process, as the installation knows it. */
  readonly instance: string
  /** Which of these instances are alive. A rejection sweeps nothing. */
  readonly liveInstances: (candidates: readonly string[]) => Promise<ReadonlySet<string>>
  /** Called once, when the runtime starts. `signal` aborts when it is closed. */
  readonly loadImages: (signal: AbortSignal) => Promise<SkillImages>
  readonly clock: Clock
  readonly log: Log
  /** Containers at once. Absent: eight for each of the engine's cores. */
  readonly containers?: number
  /** What all of them together may use. Absent: half of the engine's memory. */
  readonly memoryMb?: number
  /**
   * What containers that wait for an execution of a skill that was used lately may use on top of that, by their limits.
   * Absent: none are started ahead.
   */
  readonly preStartMb?: number
  /** Executions that queue for a slot; beyond that, `RATE_LIMITED`. */
  readonly maxQueued?: number
  /** For one answer of the engine. */
  readonly engineTimeoutMs?: number
  /** Between two sweeps. */
  readonly sweepMs?: number
  /** How long a failed probe stands before it is tried again. */
  readonly retryMs?: number
}

export type ContainerRuntime = Runtime & {
  /** Whether it is there, from a real run; of itself it starts when it is asked for the first time. */
  status(): Promise<ContainerStatus>
  /** What is known of it without waiting. `undefined`: nothing yet. */
  known(): ContainerStatus | undefined
  /** How many containers wait for an execution. Of itself it starts nothing. */
  ready(): Promise<number>
  /** Removes what dead instances and lost executions left, now. */
  sweep(): Promise<void>
}

/** Why a mode of egress does not work. */
type ProbeProblem = { readonly reason: string; readonly lacksImage: boolean }

type Started = { readonly link: WorkerLink; readonly images: SkillImages }

const defaultSubnets = '10.213.0.0/16'
const containersPerCpu = 8
const installEngine =
  'install Docker (https://docs.docker.com/engine/install) and let this user reach its socket, or set DOCKER_HOST'
const buildImages = 'run npm run skill -- images'
const seeLog = 'see the log of the app, and that of the engine'

/** Skills in ephemeral containers of a Docker engine. Nothing is started until it is asked for. */
export function createContainerRuntime(options: ContainerRuntimeOptions): ContainerRuntime {
  const { clock, log } = options
  const closing = new AbortController()
  let started: Promise<Started> | undefined
  let slots: Slots | undefined
  let sweeping: NodeJS.Timeout | undefined
  const builds = new Map<string, Promise<void>>()

  const start = async (): Promise<Started> => {
    closing.signal.throwIfAborted()
    const images = await options.loadImages(closing.signal)
    const socketFolder = join(options.socketRoot, options.instance)
    await mkdir(socketFolder, { recursive: true, mode: 0o700 })
    const link = createWorkerLink({
      workerPath: options.workerPath,
      data: {
        engine: options.engine,
        engineTimeoutMs: options.engineTimeoutMs ?? 15_000,
        instance: options.instance,
        preStartMb: options.preStartMb ?? 0,
        caFolder: options.caFolder,
        socketRoot: options.socketRoot,
        relayImage: images.probe.tag,
        subnets: options.subnets ?? defaultSubnets,
      },
      log,
      replaced: () => sweepSafely(),
    })
    sweeping = setInterval(() => sweepSafely(), options.sweepMs ?? 30_000)
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

  const sweep = async () => {
    const { link } = await startOnce()
    const survey = await link.ask('survey', {})
    if (survey.type !== 'surveyed') return
    const live = survey.instances.length === 0 ? new Set() : await options.liveInstances(survey.instances)
    const reply = await link.ask('sweep', { dead: survey.instances.filter((instance) => !live.has(instance)) })
    if (reply.type !== 'swept') return
    const { containers, networks, folders } = reply.swept
    if (containers + networks + folders > 0) log.info('Left containers are removed', { containers, networks, folders })
  }
  const sweepSafely = () => {
    sweep().catch((cause: unknown) => log.warn('Left containers could not be looked for', { reason: String(cause) }))
  }

  const describe = async (link: WorkerLink): Promise<EngineDescription> => {
    const reply = await link.ask('describe', {})
    if (reply.type !== 'described') throw new Error('the container worker did not describe the engine')
    return reply.engine
  }

  const probeMode = async ({ link, images }: Started, egress: EgressMode): Promise<ProbeProblem | undefined> => {
    const execution = probeExecution(AbortSignal.timeout(probeTimeoutMs))
    const run = containerRunOf(execution, images.probe, egress)
    const end = await runExecution(link, execution, run, () => {})
    if (end.kind === 'no_image') return { reason: `${egress}: ${end.detail}`, lacksImage: true }
    const { outcome } = end
    const reason = probeFailure(outcome, egress)
    return reason === undefined ? undefined : { reason: `${egress}: ${reason}`, lacksImage: false }
  }

  const probe = async (): Promise<ContainerStatus> => {
    try {
      const runtime = await startOnce()
      const engine = await describe(runtime.link)
      if (engine.lacks.length > 0) {
        return off(`the Docker engine is of no use: ${engine.lacks.join('; ')}`, 'give the engine what it lacks')
      }
      slots ??= createSlots({
        containers: options.containers ?? engine.cpus * containersPerCpu,
        memoryMb: options.memoryMb ?? Math.floor(engine.memoryMb / 2),
        maxQueued: options.maxQueued ?? 256,
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
      return off(`no mode of egress works (${reasons})`, lacksImage ? buildImages : seeLog)
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

  /** Makes an image once, for all who want it. Answers why there is none afterwards. */
  const build = async (skill: LoadedSkill, signal: AbortSignal): Promise<string | undefined> => {
    const { name } = skill.manifest
    const { images } = await startOnce()
    if (images.build === undefined) return `build it with: npm run skill -- images ${name}`
    const { tag } = images.imageOf(skill)
    const building = builds.get(tag) ?? images.build(skill).finally(() => builds.delete(tag))
    builds.set(tag, building)
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    try {
      await Promise.race([building, aborted])
      return undefined
    } catch (cause) {
      if (signal.aborted) throw cause
      return `it could not be built: ${cause instanceof Error ? cause.message : String(cause)}`
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  const runOnce = async (execution: RuntimeExecution, egress: EgressMode): Promise<RunEnd> => {
    const { fairKey = '', signal, skill } = execution
    const { link, images } = await startOnce()
    const run = { ...containerRunOf(execution, images.imageOf(skill), egress), ahead: aheadOf(execution) }
    if (!slots) return failed('RUNTIME_UNAVAILABLE', 'the engine is not known yet')
    const slot = await slots.acquire(fairKey, run.memoryMb, signal)
    if ('retryAfterMs' in slot) {
      const { retryAfterMs } = slot
      const detail = 'too many executions wait for a container'
      return { kind: 'outcome', outcome: { kind: 'failed', code: 'RATE_LIMITED', detail, retryAfterMs, fuelUsed: 0 } }
    }
    return runExecution(link, execution, run, () => slot[Symbol.dispose]())
  }

  const run = async (execution: RuntimeExecution): Promise<RuntimeOutcome> => {
    using limit = timeLimit(execution)
    const limited = { ...execution, signal: limit.signal }
    try {
      limit.signal.throwIfAborted()
      const status = await availability.check()
      if (status.kind === 'off') return failed('RUNTIME_UNAVAILABLE', status.reason).outcome
      let end = await runOnce(limited, status.egress)
      if (end.kind === 'no_image') {
        const problem = await build(execution.skill, limit.signal)
        if (problem !== undefined) return failed('RUNTIME_UNAVAILABLE', `${end.detail}; ${problem}`).outcome
        end = await runOnce(limited, status.egress)
      }
      if (end.kind === 'no_image') return failed('RUNTIME_UNAVAILABLE', end.detail).outcome
      if (end.outcome.kind === 'failed' && end.outcome.code === 'RUNTIME_UNAVAILABLE') availability.doubt()
      return end.outcome
    } catch (cause) {
      if (!limit.signal.aborted) throw cause
      return failed(codeOfReason(limit.signal.reason), 'its signal was aborted').outcome
    }
  }

  return {
    name: 'container',
    engineVersion: 'not counted',
    run,
    status: availability.check,
    known: availability.known,
    sweep,
    async ready() {
      const reply = await (await started)?.link.ask('count_ready', {})
      return reply?.type === 'counted_ready' ? reply.containers : 0
    },
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

/** The execution's signal, and its time limit: this runtime has no other bound for a program that computes. */
function timeLimit({ signal, limits }: RuntimeExecution): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort({ code: 'TIMEOUT' }), limits.timeoutMs)
  const cancel = () => controller.abort(signal.reason)
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
    },
  }
}

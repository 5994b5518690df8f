import { randomBytes } from 'node:crypto'
import { newPlaceholder } from '../../egress/credentials.ts'
import type { After } from '../../egress/scope.ts'
import type { Log } from '../../ports.ts'
import { createBackOff } from './back-off.ts'
import type { Engine, EngineInfo } from './engine.ts'
import { EngineFailure } from './engine-failure.ts'
import { type Owner, waitingExecution } from './labels.ts'
import type { ContainerRun, EgressMode } from './messages.ts'
import type { ContainerNetworks } from './network.ts'
import { openContainer } from './open-container.ts'
import { type ContainerKind, type KindState, kindOf, newKindState, type Waiting } from './pre-started-kind.ts'
import { planPreStarted } from './pre-started-plan.ts'
import { createQuiet } from './quiet.ts'
import type { ReadyContainer } from './run-container.ts'

export type PreStartedOptions = Pick<Owner, 'installation' | 'instance'> & {
  readonly engine: Engine
  readonly networks: Readonly<Partial<Record<EgressMode, ContainerNetworks>>>
  readonly describe: () => Promise<EngineInfo>
  readonly caFile: string
  /** What the containers that wait may use together, by their limits: a promise whatever they do. 0: there are none. */
  readonly memoryMb: number
  readonly newName: () => string
  readonly now: () => number
  /** Monotonic milliseconds. */
  readonly monotonic: () => number
  readonly after: After
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** Containers that have started, load their program, and wait for an input: each for one execution. */
export type PreStarted = AsyncDisposable & {
  /** One that fits, and is the caller's from now on. Absent: there is none. */
  take(run: ContainerRun): ReadyContainer | undefined
  /** A container was made for this execution, and runs: the next one may find one that waits. */
  made(run: ContainerRun): void
  /** Until it is disposed of, an execution needs the machine: what is done ahead waits, if not for long. */
  busy(): Disposable
  /** How many wait. */
  ready(): number
  /** Whether a container of this name waits, or is made or removed. */
  isHeld(name: string): boolean
}

/** How long one waits at most, from its start on. */
const longestWaitMs = 10 * 60_000
/** A program that does not wait for its input gains nothing by being started ahead. */
const shortestPauseMs = 10_000
const longestPauseMs = 10 * 60_000
const tickMs = 5000
/** What a program may compute before it waits, and then still. */
const startCpuMs = 2000
const waitingCpuShare = 0.05
const mostKinds = 64

export function createPreStarted(options: PreStartedOptions): PreStarted {
  const { log, monotonic } = options
  const kinds = new Map<string, KindState>()
  const names = new Set<string>()
  const removals = new Set<Promise<void>>()
  const closing = new AbortController()
  const quiet = createQuiet(options.after)
  const backOff = createBackOff(monotonic)
  /** Of those that wait, are made or are removed. */
  let heldMb = 0
  let tending: Promise<void> | undefined
  let isDue = false
  let cancelTick = () => {}

  const engineFailed = (cause: unknown) => {
    if (!backOff.failed() || closing.signal.aborted) return
    log.warn('Containers are not started ahead for now', { reason: String(cause) })
  }

  const remove = async (one: AsyncDisposable) => {
    try {
      await one[Symbol.asyncDispose]()
    } catch (cause) {
      engineFailed(cause)
    }
    tend()
  }
  const drop = (one: AsyncDisposable) => {
    const removal = remove(one).finally(() => removals.delete(removal))
    removals.add(removal)
  }
  const dropAll = (state: KindState) => {
    kinds.delete(state.kind.key)
    for (const one of state.waiting.splice(0)) drop(one)
  }

  /** Takes it from those that wait; false: it is none of them. */
  const leave = (state: KindState, one: Waiting): boolean => {
    const at = state.waiting.indexOf(one)
    if (at !== -1) state.waiting.splice(at, 1)
    return at !== -1
  }

  /** One that waits does what it must not, or has ended. After it was handed out that is the execution's affair. */
  const lose = (state: KindState, one: Waiting, reason: string, leastMs: number) => {
    if (!leave(state, one)) return
    drop(one)
    if (state.lost === 0) {
      log.warn('A container did not wait for its input: its skill is started ahead less often', {
        skill: state.kind.skill,
        reason,
      })
    }
    const pauseMs = Math.max(leastMs, Math.min(longestPauseMs, shortestPauseMs * 4 ** state.lost))
    state.lost += 1
    state.pausedUntilMs = monotonic() + pauseMs
  }

  const make = async (state: KindState) => {
    const { key, shape, secrets } = state.kind
    const name = options.newName()
    const lifetimeMs = longestWaitMs + shape.lifetimeMs
    const placeholders = Object.fromEntries(secrets.map((secret) => [secret, newPlaceholder(secret, randomBytes)]))
    const networks = options.networks[shape.egress]
    if (!networks) return
    const { installation, instance } = options
    const { NCPU: engineCpus } = await options.describe()

    await using opened = new AsyncDisposableStack()
    let isHeld = true
    const release = () => {
      if (isHeld) heldMb -= shape.memoryMb
      isHeld = false
      names.delete(name)
    }
    heldMb += shape.memoryMb
    names.add(name)
    opened.defer(release)
    const container = await openContainer(
      { ...shape, lifetimeMs, secrets: placeholders, isAhead: true },
      {
        ...options,
        networks,
        owner: { installation, instance, execution: waitingExecution, expiresMs: options.now() + lifetimeMs },
        name,
        engineCpus,
        signal: closing.signal,
      },
      opened,
    )
    const startedMs = monotonic()
    await container.start()
    if (closing.signal.aborted || kinds.get(key) !== state) return

    const acquired = opened.move()
    const one: Waiting = {
      container,
      placeholders,
      startedMs,
      endsAtMs: startedMs + lifetimeMs,
      taken: release,
      [Symbol.asyncDispose]: () => acquired.disposeAsync(),
    }
    state.waiting.push(one)
    const lost = (reason: string, leastMs: number) => lose(state, one, reason, leastMs)
    void container.network.early.then((reason) => lost(reason, longestPauseMs))
    void container.trouble.then(() => lost('it printed too much', longestPauseMs))
    void container.code.then(
      (code) => lost(`it ended with exit code ${code}`, shortestPauseMs),
      (cause: unknown) => {
        if (!leave(state, one)) return
        drop(one)
        engineFailed(cause)
      },
    )
  }

  /** A program that computes instead of waiting takes from those that have something to do. */
  const loseBusy = async () => {
    for (const state of [...kinds.values()]) {
      for (const one of [...state.waiting]) {
        const cpuMs = await options.engine.cpuMs(one.container.name)
        if (cpuMs > startCpuMs + waitingCpuShare * (monotonic() - one.startedMs)) {
          lose(state, one, 'it computes while it waits', longestPauseMs)
        }
      }
    }
  }
  const tick = async () => {
    // Who was handed out or has ended meanwhile may be gone.
    await loseBusy().catch((cause: unknown) => {
      if (!(cause instanceof EngineFailure && cause.reason === 'missing')) engineFailed(cause)
    })
    tend()
  }

  /** Lets go of what is not worth having, and makes one that is. Answers whether it did. */
  const tendOnce = async (): Promise<boolean> => {
    const nowMs = monotonic()
    const planned = planPreStarted(
      [...kinds.values()].map(({ kind, demand, waiting, pausedUntilMs }) => ({
        key: kind.key,
        memoryMb: kind.shape.memoryMb,
        ready: waiting.length,
        wanted: nowMs < pausedUntilMs ? 0 : demand.wanted(nowMs),
        lastUsedMs: demand.lastUsedMs,
      })),
      options.memoryMb,
    )
    const lacking: KindState[] = []
    for (const state of [...kinds.values()]) {
      const { kind, demand, waiting } = state
      const count = planned.get(kind.key) ?? 0
      const isStale = ({ endsAtMs }: Waiting) => endsAtMs < nowMs + kind.shape.lifetimeMs
      const superfluous = Math.max(waiting.filter(isStale).length, waiting.length - count)
      for (const one of waiting.splice(0, superfluous)) drop(one)
      if (demand.wanted(nowMs) === 0) dropAll(state)
      else if (waiting.length < count) lacking.push(state)
    }
    const [next] = lacking.sort(
      (a, b) => a.waiting.length - b.waiting.length || b.demand.lastUsedMs - a.demand.lastUsedMs,
    )
    if (!next || backOff.isOn() || heldMb + next.kind.shape.memoryMb > options.memoryMb) return false

    await quiet.wait()
    if (closing.signal.aborted || kinds.get(next.kind.key) !== next) return true
    try {
      await make(next)
      if (backOff.worked()) log.info('Containers are started ahead again')
    } catch (cause) {
      if (!(cause instanceof EngineFailure) || cause.reason !== 'missing') engineFailed(cause)
      else next.pausedUntilMs = monotonic() + longestPauseMs
    }
    return true
  }

  const tend = () => {
    isDue = true
    if (closing.signal.aborted || tending) return
    cancelTick()
    const run = async () => {
      while (isDue && !closing.signal.aborted) {
        isDue = false
        if (await tendOnce()) isDue = true
      }
    }
    tending = run()
      .catch(engineFailed)
      .finally(() => {
        tending = undefined
        if (closing.signal.aborted) return
        if (isDue) tend()
        else if (kinds.size > 0) cancelTick = options.after(tickMs, () => void tick())
      })
  }

  /** A skill that has changed, or what it may do, or a credential of it: what waits for the last version is no use. */
  const retire = ({ skill, version }: ContainerKind) => {
    for (const state of [...kinds.values()]) {
      if (state.kind.skill === skill && state.kind.version !== version) dropAll(state)
    }
  }

  const note = (kind: ContainerKind): KindState => {
    const state = kinds.get(kind.key) ?? newKindState(kind)
    kinds.set(kind.key, state)
    state.demand.used(monotonic())
    if (kinds.size > mostKinds) {
      const [oldest] = [...kinds.values()].sort((a, b) => a.demand.lastUsedMs - b.demand.lastUsedMs)
      if (oldest) dropAll(oldest)
    }
    return state
  }

  return {
    take(run) {
      const kind = options.memoryMb > 0 ? kindOf(run) : undefined
      if (kind === undefined || closing.signal.aborted) return undefined
      retire(kind)
      const state = kinds.get(kind.key)
      const at = state?.waiting.findIndex(({ endsAtMs }) => endsAtMs >= monotonic() + run.lifetimeMs) ?? -1
      const [one] = at === -1 ? [] : (state?.waiting.splice(at, 1) ?? [])
      if (!state || !one) return undefined
      one.taken()
      state.lost = 0
      note(kind)
      tend()
      return one
    },
    made(run) {
      const kind = options.memoryMb > 0 ? kindOf(run) : undefined
      if (kind === undefined || closing.signal.aborted) return
      note(kind)
      tend()
    },
    busy: quiet.busy,
    ready: () => [...kinds.values()].reduce((count, { waiting }) => count + waiting.length, 0),
    isHeld: (name) => names.has(name),
    async [Symbol.asyncDispose]() {
      closing.abort()
      cancelTick()
      await tending
      for (const state of [...kinds.values()]) dropAll(state)
      await Promise.all(removals)
    },
  }
}

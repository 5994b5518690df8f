import type { Log } from '../../../core/ports.ts'
import type { After } from '../../../egress/scope.ts'
import { EngineFailure } from '../engine-failure.ts'
import type { ContainerRun } from '../messages.ts'
import type { ReadyContainer } from '../run-container.ts'
import { createBackOff } from './back-off.ts'
import { type ContainerKind, type KindState, kindOf, type Waiting } from './kind.ts'
import { createHolding, type MakeWaitingPorts, makeWaiting } from './make-waiting.ts'
import { planPreStarted } from './plan.ts'
import { createStock, longestPauseMs, shortestPauseMs } from './stock.ts'

export type PreStartedOptions = MakeWaitingPorts & {
  /**
   * Maximum memory of all waiting containers. Each counts with its memory limit, whatever it uses. 0: none are started.
   */
  readonly memoryMb: number
  readonly after: After
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** Containers that have started, loaded their program and now wait for an input, each for one execution. */
export type PreStarted = AsyncDisposable & {
  /** Hands out a matching container, which then belongs to the caller. Absent: there is none. */
  take(run: ContainerRun): ReadyContainer | undefined
  /** A container was started for this execution; a later execution of its kind may find a waiting one. */
  made(run: ContainerRun): void
  /** The number of waiting containers. */
  ready(): number
  /** Whether the container with this name is waiting, being started or being removed. */
  isHeld(name: string): boolean
}

const tickMs = 5000
/** CPU time that a program may use before it waits, and its CPU share while it waits. */
const startCpuMs = 2000
const waitingCpuShare = 0.05

export function createPreStarted(options: PreStartedOptions): PreStarted {
  const { log, monotonic } = options
  const closing = new AbortController()
  const backOff = createBackOff(monotonic)
  const holding = createHolding()
  let tending: Promise<void> | undefined
  let isDue = false
  let cancelTick = () => {}

  const engineFailed = (cause: unknown) => {
    if (!backOff.failed() || closing.signal.aborted) return
    log.warn('Containers are not started in advance for now', { reason: String(cause) })
  }
  const stock = createStock({ monotonic, log, removalFailed: engineFailed, removed: () => tend() })

  const watch = (state: KindState, one: Waiting) => {
    const { network, trouble, code } = one.container
    const lost = (reason: string, minPauseMs: number) => stock.lose(state, one, reason, minPauseMs)
    void network.early.then((reason) => lost(reason, longestPauseMs))
    void trouble.then(() => lost('it printed too much', longestPauseMs))
    void code.then(
      (status) => lost(`it ended with exit code ${status}`, shortestPauseMs),
      (cause: unknown) => {
        if (!stock.leave(state, one)) return
        stock.drop(one)
        engineFailed(cause)
      },
    )
  }

  const make = async (state: KindState) => {
    const one = await makeWaiting(state.kind, holding, closing.signal, options)
    if (one === undefined) return
    if (closing.signal.aborted || stock.kinds.get(state.kind.key) !== state) return stock.drop(one)
    state.waiting.push(one)
    watch(state, one)
  }

  /** Removes containers whose program computes instead of waiting, because they slow down executions. */
  const loseBusy = async () => {
    for (const state of [...stock.kinds.values()]) {
      for (const one of [...state.waiting]) {
        const cpuMs = await options.engine.cpuMs(one.container.name)
        if (cpuMs > startCpuMs + waitingCpuShare * (monotonic() - one.startedMs)) {
          stock.lose(state, one, 'it computes while it waits', longestPauseMs)
        }
      }
    }
  }
  const tick = async () => {
    // A container that was handed out or ended in the meantime may be gone.
    await loseBusy().catch((cause: unknown) => {
      if (!(cause instanceof EngineFailure && cause.reason === 'missing')) engineFailed(cause)
    })
    tend()
  }

  /** Removes containers that are not worth keeping. Returns the kinds that have fewer than planned. */
  const trim = (): KindState[] => {
    const nowMs = monotonic()
    const planned = planPreStarted([...stock.kinds.values()].map(plannedAt(nowMs)), options.memoryMb)
    const lacking: KindState[] = []
    for (const state of [...stock.kinds.values()]) {
      const { kind, demand, waiting } = state
      const count = planned.get(kind.key) ?? 0
      const isStale = ({ endsAtMs }: Waiting) => endsAtMs < nowMs + kind.shape.lifetimeMs
      const superfluous = Math.max(waiting.filter(isStale).length, waiting.length - count)
      for (const one of waiting.splice(0, superfluous)) stock.drop(one)
      if (demand.wanted(nowMs) === 0) stock.dropAll(state)
      else if (waiting.length < count) lacking.push(state)
    }
    return lacking.sort((a, b) => a.waiting.length - b.waiting.length || b.demand.lastUsedMs - a.demand.lastUsedMs)
  }

  /** Removes containers that are not worth keeping, and starts at most one. Returns whether it tried to start one. */
  const tendOnce = async (): Promise<boolean> => {
    const [next] = trim()
    if (!next || backOff.isOn() || holding.memoryMb + next.kind.shape.memoryMb > options.memoryMb) return false
    try {
      await make(next)
      if (backOff.worked()) log.info('Containers are started in advance again')
    } catch (cause) {
      if (!(cause instanceof EngineFailure) || !isOfOneKind(cause)) engineFailed(cause)
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
        else if (stock.kinds.size > 0) cancelTick = options.after(tickMs, () => void tick())
      })
  }

  /** Undefined: no container is started in advance for this execution. */
  const kindAhead = (run: ContainerRun): ContainerKind | undefined =>
    options.memoryMb > 0 && !closing.signal.aborted ? kindOf(run) : undefined
  const use = (kind: ContainerKind) => {
    stock.used(kind)
    tend()
  }

  return {
    take(run) {
      const kind = kindAhead(run)
      if (kind === undefined) return undefined
      stock.retire(kind)
      const one = stock.take(kind, monotonic() + run.lifetimeMs)
      if (one) use(kind)
      return one
    },
    made(run) {
      const kind = kindAhead(run)
      if (kind) use(kind)
    },
    ready: () => [...stock.kinds.values()].reduce((count, { waiting }) => count + waiting.length, 0),
    isHeld: holding.has,
    async [Symbol.asyncDispose]() {
      closing.abort()
      cancelTick()
      await tending
      await stock.clear()
    },
  }
}

/** Whether a failure concerns one kind only: its image, or the container itself, is gone, but the engine works. */
function isOfOneKind({ reason }: EngineFailure): boolean {
  return reason === 'no_image' || reason === 'missing'
}

function plannedAt(nowMs: number) {
  return ({ kind, demand, waiting, pausedUntilMs }: KindState) => ({
    key: kind.key,
    memoryMb: kind.shape.memoryMb,
    ready: waiting.length,
    wanted: nowMs < pausedUntilMs ? 0 : demand.wanted(nowMs),
    lastUsedMs: demand.lastUsedMs,
  })
}

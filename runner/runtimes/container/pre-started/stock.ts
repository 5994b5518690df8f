import type { Log } from '../../../core/ports.ts'
import { type ContainerKind, type KindState, newKindState, type Waiting } from './kind.ts'

export type StockOptions = {
  /** Monotonic milliseconds. */
  readonly monotonic: () => number
  readonly log: Pick<Log, 'warn'>
  /** A container could not be removed; the sweep will remove it. */
  readonly removalFailed: (cause: unknown) => void
  /** A container was removed, so another one may be started. */
  readonly removed: () => void
}

/** The waiting containers by kind. It also removes those that are no longer useful. */
export type Stock = {
  readonly kinds: ReadonlyMap<string, KindState>
  /** Takes a container of the kind that lives at least until `untilMs`. Absent: there is none. */
  take(kind: ContainerKind, untilMs: number): Waiting | undefined
  /** Records the use of a kind. */
  used(kind: ContainerKind): void
  drop(one: AsyncDisposable): void
  /** Forgets the kind, and removes its waiting containers. */
  dropAll(state: KindState): void
  /** Removes containers of an earlier version: the skill, its permissions or a credential have changed. */
  retire(kind: ContainerKind): void
  /** Removes a container from the waiting ones. Returns false if it was not waiting. */
  leave(state: KindState, one: Waiting): boolean
  /** A waiting container broke the rules or has ended. Has no effect once the container is handed out. */
  lose(state: KindState, one: Waiting, reason: string, minPauseMs: number): void
  /** Forgets all kinds. Resolves when all removals are done. */
  clear(): Promise<void>
}

/** A program that does not wait for its input gains nothing from an early start, so the next one is delayed. */
export const shortestPauseMs = 10_000
export const longestPauseMs = 10 * 60_000
const maxKinds = 64

export function createStock({ monotonic, log, removalFailed, removed }: StockOptions): Stock {
  const kinds = new Map<string, KindState>()
  const removals = new Set<Promise<void>>()

  const remove = async (one: AsyncDisposable) => {
    try {
      await one[Symbol.asyncDispose]()
    } catch (cause) {
      removalFailed(cause)
    }
    removed()
  }
  const drop = (one: AsyncDisposable) => {
    const removal = remove(one).finally(() => removals.delete(removal))
    removals.add(removal)
  }
  const dropAll = (state: KindState) => {
    kinds.delete(state.kind.key)
    for (const one of state.waiting.splice(0)) drop(one)
  }
  const leave = (state: KindState, one: Waiting): boolean => {
    const at = state.waiting.indexOf(one)
    if (at !== -1) state.waiting.splice(at, 1)
    return at !== -1
  }

  return {
    kinds,
    take(kind, untilMs) {
      const state = kinds.get(kind.key)
      const one = state?.waiting.find(({ endsAtMs }) => endsAtMs >= untilMs)
      if (!state || !one) return undefined
      leave(state, one)
      one.taken()
      state.lost = 0
      return one
    },
    used(kind) {
      const state = kinds.get(kind.key) ?? newKindState(kind)
      kinds.set(kind.key, state)
      state.demand.used(monotonic())
      if (kinds.size <= maxKinds) return
      const [oldest] = [...kinds.values()].sort((a, b) => a.demand.lastUsedMs - b.demand.lastUsedMs)
      if (oldest) dropAll(oldest)
    },
    drop,
    dropAll,
    retire({ skill, version }) {
      for (const state of [...kinds.values()]) {
        if (state.kind.skill === skill && state.kind.version !== version) dropAll(state)
      }
    },
    leave,
    lose(state, one, reason, minPauseMs) {
      if (!leave(state, one)) return
      drop(one)
      if (state.lost === 0) {
        log.warn('A container did not wait for its input; its skill is started in advance less often', {
          skill: state.kind.skill,
          reason,
        })
      }
      const pauseMs = Math.max(minPauseMs, Math.min(longestPauseMs, shortestPauseMs * 4 ** state.lost))
      state.lost += 1
      state.pausedUntilMs = monotonic() + pauseMs
    },
    async clear() {
      for (const state of [...kinds.values()]) dropAll(state)
      await Promise.all(removals)
    },
  }
}

import type { Log } from '../../../ports.ts'
import { type ContainerKind, type KindState, newKindState, type Waiting } from './kind.ts'

export type StockOptions = {
  /** Monotonic milliseconds. */
  readonly monotonic: () => number
  readonly log: Pick<Log, 'warn'>
  /** One could not be removed: the sweep sees to it. */
  readonly removalFailed: (cause: unknown) => void
  /** One is gone, and there is room for another. */
  readonly removed: () => void
}

/** Containers that wait, by their kinds, and what becomes of those that are no use. */
export type Stock = {
  readonly kinds: ReadonlyMap<string, KindState>
  /** One of the kind that lives at least until then; it waits no more. Absent: there is none. */
  take(kind: ContainerKind, untilMs: number): Waiting | undefined
  /** A container of the kind was asked for. */
  used(kind: ContainerKind): void
  drop(one: AsyncDisposable): void
  /** Forgets the kind, and removes what waits. */
  dropAll(state: KindState): void
  /** A skill that has changed, or what it may do, or a credential of it: what waits for the last version goes. */
  retire(kind: ContainerKind): void
  /** Takes one from those that wait; false: it is none of them. */
  leave(state: KindState, one: Waiting): boolean
  /** One that waits does what it must not, or has ended. After it was handed out that is the execution's affair. */
  lose(state: KindState, one: Waiting, reason: string, leastPauseMs: number): void
  /** Forgets all of them. Resolves when nothing is left that goes. */
  clear(): Promise<void>
}

/** A program that does not wait for its input gains nothing by being started ahead. */
export const shortestPauseMs = 10_000
export const longestPauseMs = 10 * 60_000
const mostKinds = 64

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
      if (kinds.size <= mostKinds) return
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
    lose(state, one, reason, leastPauseMs) {
      if (!leave(state, one)) return
      drop(one)
      if (state.lost === 0) {
        log.warn('A container did not wait for its input: its skill is started ahead less often', {
          skill: state.kind.skill,
          reason,
        })
      }
      const pauseMs = Math.max(leastPauseMs, Math.min(longestPauseMs, shortestPauseMs * 4 ** state.lost))
      state.lost += 1
      state.pausedUntilMs = monotonic() + pauseMs
    },
    async clear() {
      for (const state of [...kinds.values()]) dropAll(state)
      await Promise.all(removals)
    },
  }
}

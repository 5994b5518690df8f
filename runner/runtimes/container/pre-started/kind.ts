import { sha256 } from '../../../core/hash.ts'
import type { ContainerRun } from '../messages.ts'
import type { ReadyContainer } from '../run-container.ts'
import { createDemand, type Demand } from './demand.ts'

/** The properties of an execution that determine its container: not its input, placeholders or time limit. */
export type ContainerKind = {
  readonly key: string
  readonly skill: string
  readonly version: string
  readonly shape: Omit<ContainerRun, 'id' | 'secrets' | 'stdin' | 'ahead'>
  /** Names of granted secrets in the container's environment. */
  readonly secrets: readonly string[]
}

export type Waiting = ReadyContainer & {
  /** Monotonic milliseconds. */
  readonly startedMs: number
  /** Monotonic: the time at which the container ends itself. */
  readonly endsAtMs: number
  /** Call it when the container is handed out: from now on its resources count for its execution. */
  taken(): void
}

/** The waiting containers of one kind, and its recent history. */
export type KindState = {
  readonly kind: ContainerKind
  readonly demand: Demand
  /** The oldest first. */
  readonly waiting: Waiting[]
  /** Number of containers in a row that failed to wait for their input. */
  lost: number
  /** Monotonic: no container is started before this time. */
  pausedUntilMs: number
}

/** Undefined: no container may be started in advance for this execution. */
export function kindOf(run: ContainerRun): ContainerKind | undefined {
  const { id: _id, stdin: _stdin, secrets, ahead, ...shape } = run
  if (ahead === undefined) return undefined
  const names = Object.keys(secrets).sort()
  const granted = names.filter((name) => secrets[name] !== null)
  // The time limit is not included; it is checked when a container is handed out.
  const { lifetimeMs: _lifetime, ...lasting } = shape
  const text = JSON.stringify([ahead, names, granted, Object.entries(lasting).sort()])
  return {
    ...ahead,
    key: sha256(text),
    shape,
    // A harness gets the placeholders with its input.
    secrets: run.hasHarness ? [] : granted,
  }
}

export function newKindState(kind: ContainerKind): KindState {
  return { kind, demand: createDemand(), waiting: [], lost: 0, pausedUntilMs: Number.NEGATIVE_INFINITY }
}

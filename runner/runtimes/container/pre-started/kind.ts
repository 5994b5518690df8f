import { createHash } from 'node:crypto'
import type { ContainerRun } from '../messages.ts'
import type { ReadyContainer } from '../run-container.ts'
import { createDemand, type Demand } from './demand.ts'

/** What of an execution its container is made for: nothing of its input, its placeholders or its time. */
export type ContainerKind = {
  readonly key: string
  readonly skill: string
  readonly version: string
  readonly shape: Omit<ContainerRun, 'id' | 'secrets' | 'stdin' | 'ahead'>
  /** Names of granted secrets that the container has in its environment. */
  readonly secrets: readonly string[]
}

export type Waiting = ReadyContainer & {
  /** Monotonic. */
  readonly startedMs: number
  /** Monotonic: it ends itself then. */
  readonly endsAtMs: number
  /** It waits no more: what it uses is its execution's. */
  taken(): void
}

/** Containers of one kind, and what is known of it. */
export type KindState = {
  readonly kind: ContainerKind
  readonly demand: Demand
  /** The oldest first. */
  readonly waiting: Waiting[]
  /** Containers in a row that did not wait for their input. */
  lost: number
  /** Monotonic: none is made before. */
  pausedUntilMs: number
}

/** Absent: none of it is started ahead. */
export function kindOf(run: ContainerRun): ContainerKind | undefined {
  const { id: _id, stdin: _stdin, secrets, ahead, ...shape } = run
  if (ahead === undefined) return undefined
  const names = Object.keys(secrets).sort()
  const granted = names.filter((name) => secrets[name] !== null)
  // The time limit is not part of it: it is looked at when one is handed out.
  const { lifetimeMs: _lifetime, ...lasting } = shape
  const text = JSON.stringify([ahead, names, granted, Object.entries(lasting).sort()])
  return {
    ...ahead,
    key: createHash('sha256').update(text).digest('hex'),
    shape,
    // A bundle gets them with its input.
    secrets: run.isBundle ? [] : granted,
  }
}

export function newKindState(kind: ContainerKind): KindState {
  return { kind, demand: createDemand(), waiting: [], lost: 0, pausedUntilMs: Number.NEGATIVE_INFINITY }
}

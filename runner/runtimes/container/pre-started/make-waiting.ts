import { randomBytes } from 'node:crypto'
import { newPlaceholder } from '../../../egress/credentials.ts'
import type { Engine, EngineInfo } from '../engine.ts'
import { type Owner, waitingExecution } from '../labels.ts'
import type { EgressMode } from '../messages.ts'
import type { ContainerNetworks } from '../network.ts'
import { openContainer } from '../open-container.ts'
import type { UserIds } from '../user-ids.ts'
import type { ContainerKind, Waiting } from './kind.ts'

export type MakeWaitingPorts = Pick<Owner, 'installation' | 'instance'> & {
  readonly engine: Engine
  readonly networks: Readonly<Partial<Record<EgressMode, ContainerNetworks>>>
  readonly describe: () => Promise<EngineInfo>
  readonly caFile: string
  readonly userIds: UserIds
  readonly newName: () => string
  readonly now: () => number
  /** Monotonic milliseconds. */
  readonly monotonic: () => number
}

/** The memory of all containers that wait, are being started or are being removed. */
export type Holding = {
  /** Counts the memory until the returned function is called, when the container is handed out or removed. */
  hold(name: string, memoryMb: number): () => void
  readonly memoryMb: number
  has(name: string): boolean
}

/** Maximum waiting time of a container, from its start. */
const longestWaitMs = 10 * 60_000

export function createHolding(): Holding {
  const held = new Map<string, number>()
  return {
    hold(name, memoryMb) {
      held.set(name, memoryMb)
      return () => void held.delete(name)
    },
    get memoryMb() {
      return [...held.values()].reduce((sum, mb) => sum + mb, 0)
    },
    has: (name) => held.has(name),
  }
}

/** Starts a container for a future execution. Returns `undefined` if the mode of egress is not available. */
export async function makeWaiting(
  { shape, secrets }: ContainerKind,
  holding: Holding,
  signal: AbortSignal,
  ports: MakeWaitingPorts,
): Promise<Waiting | undefined> {
  const networks = ports.networks[shape.egress]
  if (!networks) return undefined
  const { installation, instance, monotonic } = ports
  const { NCPU: engineCpus } = await ports.describe()
  const name = ports.newName()
  const lifetimeMs = longestWaitMs + shape.lifetimeMs
  const placeholders = Object.fromEntries(secrets.map((secret) => [secret, newPlaceholder(secret, randomBytes)]))

  await using opened = new AsyncDisposableStack()
  const release = holding.hold(name, shape.memoryMb)
  opened.defer(release)
  const owner = { installation, instance, execution: waitingExecution, expiresMs: ports.now() + lifetimeMs }
  const container = await openContainer(
    { ...shape, lifetimeMs, secrets: placeholders, isAhead: true },
    { ...ports, networks, owner, name, engineCpus, signal },
    opened,
  )
  const startedMs = monotonic()
  await container.start()
  const acquired = opened.move()
  return {
    container,
    placeholders,
    startedMs,
    endsAtMs: startedMs + lifetimeMs,
    taken: release,
    [Symbol.asyncDispose]: () => acquired.disposeAsync(),
  }
}

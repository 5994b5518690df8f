import { setImmediate } from 'node:timers/promises'
import type { ContainerRun } from '../../messages.ts'
import type { ContainerNetworks } from '../../network.ts'
import type { ReadyContainer } from '../../run-container.ts'
import { type FakeContainers, fakeContainers } from '../../testing/fake-containers.ts'
import { createUserIds } from '../../user-ids.ts'
import { createPreStarted, type PreStarted } from '../pre-started.ts'

/** Waiting containers on a fake engine, with a clock that the test moves. */
export type WaitingWorld = FakeContainers & {
  readonly preStarted: PreStarted
  /** Log lines, each with its message and reason. */
  readonly said: readonly string[]
  /** Reports that a container was started for this execution, and waits until the work that follows is done. */
  use(run: ContainerRun): Promise<void>
  take(run: ContainerRun): Promise<ReadyContainer | undefined>
  /** Moves the clock, and runs everything that is due. */
  pass(ms: number): Promise<void>
  /** Waits until all work in progress is done, or blocked by the test. */
  settle(): Promise<void>
  /** The container uses its network before it has an execution. */
  tryEarly(name: string, did: string): Promise<void>
  /** The number of networks that have not been disposed. */
  openNetworks(): number
}

const memoryMb = 100

export const runOf = (rest: Partial<ContainerRun> = {}): ContainerRun => ({
  id: 'exec_1',
  image: 'travel-skill-rates:1',
  egress: 'socket',
  hasHarness: false,
  memoryMb,
  cpus: 1,
  outputBytes: 1000,
  lifetimeMs: 20_000,
  hosts: ['api.example.com'],
  secrets: {},
  stdin: '{}\n',
  ahead: { skill: 'rates', version: '1' },
  ...rest,
})

/** `room`: the budget, as a number of `runOf` containers. */
export function openWaitingWorld({ room = 2 }: { readonly room?: number } = {}): WaitingWorld {
  const containers = fakeContainers()
  const timers = new Set<{ readonly atMs: number; readonly callback: () => void }>()
  const said: string[] = []
  const early: ((did: string) => void)[] = []
  let [nowMs, made, open] = [0, 0, 0]

  const networks: ContainerNetworks = {
    mode: 'socket',
    uses: () => false,
    async open() {
      const tried = Promise.withResolvers<string>()
      early.push(tried.resolve)
      open += 1
      return {
        options: { mode: 'socket', host: { NetworkMode: 'none' }, binds: [], env: {} },
        early: tried.promise,
        assign() {},
        close: async () => {},
        async [Symbol.asyncDispose]() {
          open -= 1
        },
      }
    },
    async [Symbol.asyncDispose]() {},
  }
  const say = (message: string, fields?: Record<string, unknown>) =>
    void said.push(fields?.reason === undefined ? message : `${message} (${fields.reason})`)
  const preStarted = createPreStarted({
    installation: 'installation',
    instance: 'instance',
    engine: containers.engine,
    networks: { socket: networks },
    describe: async () => ({
      ...{ ServerVersion: '1', NCPU: 2, MemTotal: 1e9, MemoryLimit: true, SwapLimit: true },
      ...{ PidsLimit: true, CpuCfsQuota: true, SecurityOptions: [] },
    }),
    userIds: { take: async () => createUserIds({ first: 1, count: 100 }).take() },
    caFile: '/ca.pem',
    memoryMb: room * memoryMb,
    newName: () => `waiting-${++made}`,
    now: () => nowMs,
    monotonic: () => nowMs,
    after(ms, callback) {
      const timer = { atMs: nowMs + ms, callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    log: { info: say, warn: say },
  })

  // Everything here is in memory, so it has settled by the next turn of the event loop.
  const settle = () => setImmediate()
  return {
    ...containers,
    preStarted,
    said,
    settle,
    async use(run) {
      preStarted.made(run)
      await settle()
    },
    async take(run) {
      const ready = preStarted.take(run)
      await settle()
      return ready
    },
    async pass(ms) {
      const untilMs = nowMs + ms
      for (;;) {
        const [next] = [...timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)
        if (next === undefined) break
        timers.delete(next)
        nowMs = Math.max(nowMs, next.atMs)
        next.callback()
        await settle()
      }
      nowMs = untilMs
    },
    async tryEarly(name, did) {
      early[Number(name.replace(/^\D+/, '')) - 1]?.(did)
      await settle()
    },
    openNetworks: () => open,
  }
}

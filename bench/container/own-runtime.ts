import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Principal } from '../../runner/contract/principal.ts'
import { fixedSkills } from '../../runner/core/fixed-skills.ts'
import type { Log } from '../../runner/core/ports.ts'
import { createEgressEngine } from '../../runner/egress/engine.ts'
import { createRunner } from '../../runner/run/runner.ts'
import {
  type ContainerRuntime,
  createContainerRuntime,
} from '../../runner/runtimes/container/create-container-runtime.ts'
import type { EngineAddress } from '../../runner/runtimes/container/engine.ts'
import type { EgressMode } from '../../runner/runtimes/container/messages.ts'
import type { SkillImage } from '../../runner/runtimes/container/skill-images.ts'
import { host, type OwnSkill } from './own-skills.ts'
import { type ContainerSubject, inputOf, type Job } from './program.ts'

const principal: Principal = { id: 'bench', role: 'operator', source: 'main', trust: 'full' }
const nothing = () => {}
const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
const clock = { now: () => Date.now(), monotonic: () => performance.now() }

/** The memory budget for pre-started containers. Each counts with its memory limit, and more than one fits. */
const preStartMb = 512
/** Programs continue to load modules after they have started. */
const loadingMs = 300

type OwnOptions = {
  readonly engine: EngineAddress
  readonly egress: EgressMode
  readonly probe: SkillImage
  readonly runs: OwnSkill
  /** Whether each execution gets a pre-started container. */
  readonly isAhead: boolean
}

/** This project's runtime behind its runner and gateway, from the call of `execute` to its output. */
export async function openOwnRuntime(
  name: string,
  { engine, egress, probe, runs, isAhead }: OwnOptions,
): Promise<ContainerSubject> {
  await using opened = new AsyncDisposableStack()
  const provider = createServer((_, response) => void response.end('{}')).listen(0, '127.0.0.1')
  opened.defer(() => void provider.close())
  await once(provider, 'listening')
  const address = provider.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const folder = await mkdtemp(join(tmpdir(), 'bench-container-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const runtime = opened.use(
    createContainerRuntime({
      imagesCommand: 'travel skill images',
      workerPath: join(import.meta.dirname, '../../runner/runtimes/container/worker.ts'),
      engine,
      egress: [egress],
      caFolder: join(folder, 'ca'),
      socketRoot: join(folder, 'run'),
      instance: `inst_${randomBytes(8).toString('hex')}`,
      liveInstances: async () => new Set(),
      loadImages: async () => ({ probe, imageOf: () => ({ tag: probe.tag, command: runs.command }) }),
      clock,
      log: silent,
      ...(isAhead ? { preStartMb } : {}),
    }),
  )
  const status = await runtime.status()
  if (status.kind === 'off') throw new Error(status.reason)
  const gateway = opened.use(
    createEgressEngine({
      upstreams: { of: (asked) => (asked === host ? { url: `http://127.0.0.1:${port}`, data: 'test' } : undefined) },
      clock,
      randomBytes,
      log: silent,
    }),
  )
  const runner = createRunner({
    skills: fixedSkills(runs.skill),
    runtimes: [runtime],
    egress: gateway,
    services: { timeOffsets: () => ({ ok: true, offsets: [] }) },
    store: { started: async () => {}, finished: async () => {} },
    clock,
    randomBytes,
    log: silent,
  })
  const run = async (job: Job) => {
    const output = await runner.execute('hello', inputOf(job), { principal })
    const found = output.status === 'success' ? JSON.stringify(output.results) : JSON.stringify(output)
    const expected = job === 'hello' ? '[{"hello":"Ada"}]' : '[{"hello":"Ada","status":200}]'
    if (found !== expected) throw new Error(`wrong output: ${found.slice(0, 300)}`)
  }
  // The runtime pre-starts only skills that were used before.
  if (isAhead) await run('hello')
  const acquired = opened.move()
  return {
    name,
    jobs: ['hello', 'one HTTPS call'],
    run,
    ...(isAhead ? { prepare: () => untilOneWaits(runtime) } : {}),
    [Symbol.asyncDispose]: () => acquired.disposeAsync(),
  }
}

async function untilOneWaits(runtime: ContainerRuntime): Promise<void> {
  while ((await runtime.ready()) === 0) await setTimeout(10)
  await setTimeout(loadingMs)
}

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SkillManifest } from '../../runner/contract/manifest.ts'
import type { Principal } from '../../runner/contract/principal.ts'
import { createEgressEngine } from '../../runner/egress/engine.ts'
import type { Log } from '../../runner/ports.ts'
import { createRunner } from '../../runner/runner.ts'
import { createContainerRuntime } from '../../runner/runtimes/container/create-container-runtime.ts'
import type { EngineAddress } from '../../runner/runtimes/container/engine.ts'
import type { EgressMode } from '../../runner/runtimes/container/messages.ts'
import type { SkillImage } from '../../runner/runtimes/container/skill-images.ts'
import { type ContainerSubject, inputOf, program } from './program.ts'

const host = 'api.example.com'
const manifest = SkillManifest.parse({
  name: 'hello',
  version: '0.1.0',
  description: 'says hello',
  risk_level: 'low',
  runtimes: ['container'],
  permissions: { network: { egress: [host] } },
  limits: { timeout_ms: 60_000, memory_mb: 64, cpus: 1 },
})
const principal: Principal = { id: 'bench', role: 'operator', source: 'main', trust: 'full' }
const nothing = () => {}
const silent: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
const clock = { now: () => Date.now(), monotonic: () => performance.now() }

/** This project's runtime with all that stands before it, from the request for an execution to its output. */
export async function openOwnRuntime(
  name: string,
  {
    engine,
    egress,
    probe,
  }: { readonly engine: EngineAddress; readonly egress: EgressMode; readonly probe: SkillImage },
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
      workerPath: join(import.meta.dirname, '../../runner/runtimes/container/worker.ts'),
      engine,
      egress: [egress],
      caFolder: join(folder, 'ca'),
      socketRoot: join(folder, 'run'),
      instance: `inst_${randomBytes(8).toString('hex')}`,
      liveInstances: async () => new Set(),
      loadImages: async () => ({ probe, imageOf: () => ({ tag: probe.tag, command: ['python3', '-c', program] }) }),
      clock,
      log: silent,
    }),
  )
  const status = await runtime.status()
  if (status.kind === 'off') throw new Error(status.reason)
  const gateway = opened.use(
    createEgressEngine({
      broker: { valueFor: () => undefined, fingerprint: () => undefined },
      upstreams: { of: (asked) => (asked === host ? { url: `http://127.0.0.1:${port}`, data: 'test' } : undefined) },
      clock,
      randomBytes,
      log: silent,
    }),
  )
  const runner = createRunner({
    skills: {
      load: async () => ({
        manifest,
        tier: 'local',
        approved: manifest.permissions,
        digest: 'hello',
        program: { kind: 'image' },
        folder: '.',
      }),
    },
    runtimes: [runtime],
    egress: gateway,
    timeOffsets: () => ({ ok: true, offsets: [] }),
    store: { started: async () => {}, finished: async () => {} },
    clock,
    randomBytes,
    log: silent,
  })
  const acquired = opened.move()
  return {
    name,
    jobs: ['hello', 'one HTTPS call'],
    async run(job) {
      const output = await runner.execute('hello', inputOf(job), { principal })
      const found = output.status === 'success' ? JSON.stringify(output.results) : JSON.stringify(output)
      const expected = job === 'hello' ? '[{"hello":"Ada"}]' : '[{"hello":"Ada","status":200}]'
      if (found !== expected) throw new Error(`it gave ${found.slice(0, 300)}`)
    },
    [Symbol.asyncDispose]: () => acquired.disposeAsync(),
  }
}

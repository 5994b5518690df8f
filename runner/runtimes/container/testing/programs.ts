import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoadedSkill } from '../../../core/skill.ts'
import { silentLog } from '../../quickjs/testing/silent-log.ts'
import type { RuntimeOutcome } from '../../runtime.ts'
import {
  executionOf,
  type RecordedCall,
  skillOf,
  type TestExecution,
  testLimits,
} from '../../testing/conformance/harness.ts'
import {
  type ContainerRuntime,
  type ContainerRuntimeOptions,
  createContainerRuntime,
} from '../create-container-runtime.ts'
import { createSkillImages } from '../create-skill-images.ts'
import { connectEngine, type Labelled } from '../engine.ts'
import { ownerOf } from '../labels.ts'
import { endMarker, startMarker } from '../output/output-markers.ts'
import { engineAddress, patient, patientRuntime } from './engine.ts'

const projectDir = process.cwd()

/** A shell script that prints exactly this output, which must not contain single quotes. */
export const prints = (output: unknown): string =>
  `echo '${startMarker}'; echo '${JSON.stringify(output)}'; echo '${endMarker}'`

export const fine = { status: 'success', results: [{ fine: true }] }

/** A skill that is a shell script. Scripts of one name are versions of the same skill. */
function scriptSkill(script: string, name: string): LoadedSkill {
  const digest = createHash('sha256').update(script).digest('hex')
  const skill = skillOf('undefined')
  const manifest = { ...skill.manifest, name }
  return { ...skill, manifest, digest, program: { kind: 'image' }, folder: script }
}

export type ScriptExecution = TestExecution & {
  /** The name of the skill. Default: `probe`. */
  readonly name?: string
}

export type Programs = AsyncDisposable & {
  readonly runtime: ContainerRuntime
  readonly folder: string
  /** Runs a shell script as a skill. */
  run(script: string, test?: ScriptExecution): Promise<RuntimeOutcome>
  /** Like `run`, with the lines that it printed besides its output. */
  runWithLog(script: string, test?: ScriptExecution): Promise<{ outcome: RuntimeOutcome; lines: string[] }>
  /** Names of this runtime's objects on the engine, per kind. */
  containers(): Promise<string[]>
  networks(): Promise<string[]>
  /** Includes the network between the relay and the app. */
  allNetworks(): Promise<string[]>
  /** The names of the relays: briefly more than one during a replacement or shutdown. */
  relays(): Promise<string[]>
  socketFolders(): Promise<string[]>
}

/** A separate container runtime whose skills are shell scripts. */
export async function startPrograms(options: Partial<ContainerRuntimeOptions> = {}): Promise<Programs> {
  const folder = await mkdtemp(join(tmpdir(), 'travel-test-'))
  const instance = options.instance ?? `inst_${randomBytes(8).toString('hex')}`
  const runtime = createContainerRuntime({
    imagesCommand: 'travel skill images',
    workerPath: join(import.meta.dirname, '../worker.ts'),
    engine: engineAddress,
    egress: ['socket'],
    caFolder: join(folder, 'ca'),
    socketRoot: join(folder, 'run'),
    instance,
    liveInstances: async () => new Set(),
    loadImages: async (signal) => {
      const { probe } = await createSkillImages({ projectDir, operatorBase: undefined, engine: engineAddress, signal })
      return {
        imageOf: ({ folder: script }) => ({
          tag: script === 'no image' ? 'travel-test-nothing:1' : probe.tag,
          command: ['sh', '-c', script],
        }),
        probe,
      }
    },
    clock: { now: Date.now, monotonic: () => performance.now() },
    log: silentLog,
    ...patientRuntime,
    ...options,
  })
  const run = (
    script: string,
    { limits = { ...testLimits, memoryMb: 32 }, name = 'probe', ...test }: ScriptExecution = {},
  ) => runtime.run(executionOf(scriptSkill(script, name), { limits: patient(limits), ...test }))
  const engine = connectEngine({ address: engineAddress, timeoutMs: patientRuntime.engineTimeoutMs })
  const ownNames = (all: readonly Labelled[]) =>
    all.filter(({ labels }) => ownerOf(labels)?.instance === instance).map(({ name }) => name)
  const isRelay = (name: string) => name.startsWith('travel-relay-')
  return {
    runtime,
    folder,
    run,
    async runWithLog(script, test = {}) {
      const calls: RecordedCall[] = []
      const outcome = await run(script, { ...test, calls })
      const lines = calls.flatMap(({ op, args }) => (op === 'console.log' ? [JSON.stringify(args)] : []))
      return { outcome, lines }
    },
    containers: async () => ownNames(await engine.containers()).filter((name) => !isRelay(name)),
    networks: async () => ownNames(await engine.networks()).filter((name) => !name.startsWith('travel-uplink-')),
    allNetworks: async () => ownNames(await engine.networks()),
    relays: async () => ownNames(await engine.containers()).filter(isRelay),
    async socketFolders() {
      const entries = await readdir(join(folder, 'run', instance), { withFileTypes: true })
      return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    },
    async [Symbol.asyncDispose]() {
      await runtime[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

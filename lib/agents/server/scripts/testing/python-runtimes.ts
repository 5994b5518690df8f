import { createSkillImages } from '#runner/runtimes/container/create-skill-images.ts'
import { engineAddress } from '#runner/runtimes/container/testing/engine.ts'
import { needsEngine } from '#runner/runtimes/container/testing/needs-engine.ts'
import { startPrograms } from '#runner/runtimes/container/testing/programs.ts'
import { createPythonRuntime } from '#runner/runtimes/python/create-python-runtime.ts'
import { silentLog } from '#runner/runtimes/quickjs/testing/silent-log.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import type { Need } from '../../../../../scripts/testing/needs.ts'
import type { ProfileScripts } from '../../../model/profile-schema.ts'

export type OpenPython = AsyncDisposable & {
  readonly runtime: Runtime
  /** What executions hold besides their rows in the database: containers, or executions in worker threads. */
  held(): Promise<readonly unknown[]>
}

/** Where scripts in Python run. */
export type PythonPlace = {
  readonly name: string
  readonly needs: Need
  /** How a profile chooses it. */
  readonly scripts: Partial<ProfileScripts>
  open(): Promise<OpenPython>
}

/** The runtime in the process of the app, for scripts only. */
export async function openEmbeddedPython(): Promise<OpenPython> {
  const runtime = await createPythonRuntime({
    projectRoot: process.cwd(),
    log: silentLog,
    workers: 0,
    scriptWorkers: 1,
  })
  const running = new Set<string>()
  const run: Runtime['run'] = async (execution) => {
    running.add(execution.id)
    try {
      return await runtime.run(execution)
    } finally {
      running.delete(execution.id)
    }
  }
  return {
    runtime: { ...runtime, run },
    held: async () => [...running],
    [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose](),
  }
}

/** The runtime in containers, for scripts only. */
export async function openContainers(): Promise<OpenPython> {
  const programs = await startPrograms({
    loadImages: (signal) =>
      createSkillImages({ projectDir: process.cwd(), operatorBase: undefined, engine: engineAddress, signal }),
  })
  const status = await programs.runtime.status()
  if (status.kind !== 'on') throw new Error(`The container runtime does not start: ${JSON.stringify(status)}`)
  return {
    runtime: programs.runtime,
    held: programs.containers,
    [Symbol.asyncDispose]: () => programs[Symbol.asyncDispose](),
  }
}

/** A script must give the same answer in both. */
export const pythonPlaces: readonly PythonPlace[] = [
  {
    name: 'in the process of the app',
    needs: {},
    scripts: { python_runtime: 'python' },
    open: openEmbeddedPython,
  },
  {
    name: 'in a container (needs a Docker engine)',
    needs: needsEngine,
    scripts: { python_runtime: 'container' },
    open: openContainers,
  },
]

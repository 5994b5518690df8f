import { createSkillImages } from '#runner/runtimes/container/create-skill-images.ts'
import { engineAddress, needsEngine } from '#runner/runtimes/container/testing/engine.ts'
import { startPrograms } from '#runner/runtimes/container/testing/programs.ts'
import type { Need } from '../../../../../scripts/testing/needs.ts'
import type { ProfileScripts } from '../../../model/profile-schema.ts'
import { type OpenPython, openEmbeddedPython } from './embedded-python.ts'

/** Where scripts in Python run. */
export type PythonPlace = {
  readonly name: string
  readonly needs: Need
  /** Whether each installation has it. */
  readonly isEverywhere: boolean
  /** How a profile chooses it. */
  readonly scripts: Partial<ProfileScripts>
  open(): Promise<OpenPython>
}

/** The runtime in containers, for scripts only. */
async function openContainers(): Promise<OpenPython> {
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

/** A script must give the same answer in each. */
export const pythonPlaces: readonly PythonPlace[] = [
  {
    name: 'in the process of the app',
    needs: {},
    isEverywhere: true,
    scripts: { python_runtime: 'python' },
    open: openEmbeddedPython,
  },
  {
    name: 'in a container (needs a Docker engine)',
    needs: needsEngine,
    isEverywhere: false,
    scripts: { python_runtime: 'container' },
    open: openContainers,
  },
]

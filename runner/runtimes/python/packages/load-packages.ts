import type { StartOptions } from '../../runtime.ts'
import { type CachePlace, cachedFiles, platformModules } from '../interpreter-files.ts'
import { type LoadedInterpreter, withFiles } from '../load-interpreter.ts'
import { compileModules } from './compile-modules.ts'
import { noPackages, type PythonPackages, readPackages } from './read-packages.ts'

/** Reads the operator's packages, and logs what scripts can import and what they cannot. */
export async function loadPackages(folder: string, options: StartOptions): Promise<PythonPackages> {
  const { projectRoot, log } = options
  try {
    const packages = await readPackages(folder, platformModules(projectRoot))
    for (const { file, reason } of packages.refused) log.warn(`Python package left out: ${file} ${reason}`, { folder })
    for (const { file, modules, sha256: digest } of packages.loaded) {
      log.info('Python package loaded', { file, modules, sha256: digest })
    }
    return packages
  } catch (cause) {
    log.warn(`No Python packages are loaded: ${folder} cannot be read`, { cause })
    return noPackages
  }
}

/** Adds the packages, compiled. `place.key`: the key of the interpreter, and its version with them. */
export async function withPackages(
  interpreter: LoadedInterpreter,
  { files }: PythonPackages,
  place: CachePlace,
): Promise<LoadedInterpreter> {
  if (files.size === 0) return interpreter
  const withSources = withFiles(interpreter, files)
  return withFiles(withSources, await cachedFiles(place, () => compileModules(withSources, files)))
}

import { Command } from 'commander'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { platformModules } from '#runner/runtimes/python/interpreter-files.ts'
import { maxPackageBytes, type PythonPackages, readPackages } from '#runner/runtimes/python/packages/read-packages.ts'
import { CommandFailure } from './expected-failure.ts'

/** Shows what an app that starts now would load. */
export const createPythonPackagesCommand = (): Command =>
  new Command('python-packages')
    .description('list the packages in TRAVEL_PYTHON_PACKAGES, and what is left out and why')
    .action(async () => {
      const { pythonPackages: folder } = readEnv()
      if (folder === undefined) throw new CommandFailure('TRAVEL_PYTHON_PACKAGES is not set: scripts have no packages.')
      const packages = await found(folder)
      process.stdout.write(`${linesOf(folder, packages).join('\n')}\n`)
      if (packages.refused.length > 0) process.exitCode = 1
    })

async function found(folder: string): Promise<PythonPackages> {
  const modules = platformModules(findProjectRoot())
  try {
    return await readPackages(folder, modules)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new CommandFailure(`${folder} cannot be read: ${why}`)
  }
}

/** Without trailing line breaks. */
export function linesOf(folder: string, { loaded, refused }: PythonPackages): readonly string[] {
  const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0)
  return [
    ...loaded.map(({ file, modules, sha256 }) => {
      const imports = modules.length === 0 ? 'information about packages' : `import ${modules.join(', ')}`
      return `${file}  ${imports}  ${sha256.slice(0, 12)}`
    }),
    ...refused.map(({ file, reason }) => `Left out: ${file} ${reason}`),
    `${loaded.length} of ${loaded.length + refused.length} in ${folder}, ${megabytes(total)} of ${megabytes(maxPackageBytes)} MB`,
  ]
}

const megabytes = (bytes: number) => Number((bytes / 1024 / 1024).toFixed(1))

import { packageName } from '#lib/skills/server/installing/python-packages.ts'
import { platformModules } from '#runner/runtimes/python/interpreter-files.ts'
import { libraryModules } from '#runner/runtimes/python/packages/library-modules.ts'
import { readPackages } from '#runner/runtimes/python/packages/read-packages.ts'

/** What Python finds in an app that starts now: the library, the platform's modules, and the operator's packages. */
export async function findablePackages(projectRoot: string, folder: string | undefined): Promise<ReadonlySet<string>> {
  const platform = await platformModules(projectRoot)
  // A folder that cannot be read has no packages. The log of the app says so at its start.
  const read = folder === undefined ? undefined : await readPackages(folder, platform).catch(() => undefined)
  const own = (read?.loaded ?? []).flatMap(({ file, modules }) => [
    file.endsWith('.whl') ? (file.split('-')[0] ?? file) : file,
    ...modules,
  ])
  return new Set([...libraryModules, ...platform, ...own].map(packageName))
}

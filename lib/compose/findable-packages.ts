import { type FindablePackages, packageName } from '#lib/skills/server/installing/python-packages.ts'
import { platformModules, platformVersions } from '#runner/runtimes/python/interpreter-files.ts'
import { libraryModules } from '#runner/runtimes/python/packages/library-modules.ts'
import { readPackages } from '#runner/runtimes/python/packages/read-packages.ts'

/**
 * What Python finds in an app that starts now: the library, the platform's modules, and the operator's packages. The
 * versions of wheels are in their names.
 */
export async function findablePackages(projectRoot: string, folder: string | undefined): Promise<FindablePackages> {
  const platform = platformModules(projectRoot)
  // A folder that cannot be read has no packages. The log of the app says so at its start.
  const read = folder === undefined ? undefined : await readPackages(folder, platform).catch(() => undefined)
  const own = (read?.loaded ?? []).flatMap(({ file, modules }) => {
    const [, name = file, version] = /^([^-]+)-([^-]+)(?:-.*\.whl|\.dist-info)$/.exec(file) ?? []
    return [name, ...modules].map((each) => [each, version] as const)
  })
  const unknown = [...libraryModules, ...platform].map((name) => [name, undefined] as const)
  const all = [...unknown, ...Object.entries(platformVersions), ...own]
  return new Map(all.map(([name, version]) => [packageName(name), version]))
}

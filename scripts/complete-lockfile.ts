import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import semver from 'semver'
import { z } from 'zod'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { refuseArguments } from './arguments.ts'

/**
 * `npm run lock`: adds every optional package, including those for other platforms, to package-lock.json, with its hash
 * if the registry has it.
 *
 * If the registry in use does not carry a package for another platform, npm omits it from the lockfile, and then `npm
 * ci` rejects the lockfile on every platform. The missing entry can be built without the registry: the dependent
 * package states the version, and the name states the platform.
 */
refuseArguments()

const entrySchema = z.looseObject({
  version: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  dev: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
type Entry = z.infer<typeof entrySchema>
const lockSchema = z.looseObject({ packages: z.record(z.string(), entrySchema) })

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']

/** Package names use `windows` and `ppc64le` for Node's `win32` and `ppc64`. */
const wordsOf = (name: string): string[] =>
  name
    .replace('windows', 'win32')
    .split(/[/\-.]/)
    .map((word) => (word === 'ppc64le' ? 'ppc64' : word))

const machineOf = (name: string): { cpu?: string[]; os?: string[]; libc?: string[] } => {
  if (name === 'fsevents') return { os: ['darwin'] }
  const words = wordsOf(name)
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((w) => w.startsWith('gnu'))
      ? ['glibc']
      : []
  return {
    ...(cpu.length > 0 && { cpu }),
    ...(os.length > 0 && { os }),
    ...(libc.length > 0 && os.includes('linux') && { libc }),
  }
}

/** The paths where Node looks for `name` from the package at `path`, innermost first. */
const placesFor = (path: string, name: string): string[] => {
  const places = [`${path}/node_modules/${name}`]
  for (let at = path; at.includes('/node_modules/'); ) {
    at = at.slice(0, at.lastIndexOf('/node_modules/'))
    places.push(`${at}/node_modules/${name}`)
  }
  return [...places, `node_modules/${name}`]
}

const isFor = (entry: Entry | undefined, range: string): boolean =>
  entry?.version !== undefined && semver.satisfies(entry.version, range, { includePrerelease: true })

const lockPath = join(findProjectRoot(), 'package-lock.json')
/** The parsed object itself, not a copy, so that unchanged parts keep their key order when written back. */
const lock = z
  .custom<z.infer<typeof lockSchema>>(
    (value) => lockSchema.safeParse(value).success,
    'package-lock.json is not a lockfile',
  )
  .parse(JSON.parse(readFileSync(lockPath, 'utf8')))
const { packages } = lock
const added: string[] = []
for (const [path, { optionalDependencies, dev }] of Object.entries(packages)) {
  for (const [name, range] of Object.entries(optionalDependencies ?? {})) {
    const nearest = placesFor(path, name).find((place) => packages[place])
    if (nearest !== undefined && isFor(packages[nearest], range)) continue
    const version = semver.minVersion(range)?.version
    if (version === undefined) throw new Error(`${path} depends on ${name}@${range}, a range without a version.`)
    const place = packages[`node_modules/${name}`] ? `${path}/node_modules/${name}` : `node_modules/${name}`
    packages[place] = { version, ...machineOf(name), ...(dev && { dev }), optional: true }
    added.push(`${place}@${version}`)
  }
}

/** The integrity hash of a package in the current registry; undefined if the registry has none. */
const integrityOf = (path: string, version: string): string | undefined => {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const { stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' })
  return /^sha512-[\w+/]{86}==$/.exec(stdout.trim())?.[0]
}

const hashed: string[] = []
const unknown: string[] = []
for (const [path, entry] of Object.entries(packages)) {
  const { version, integrity, ...others } = entry
  if (path === '' || entry.link || version === undefined || integrity !== undefined) continue
  const found = integrityOf(path, version)
  if (found === undefined) unknown.push(path)
  else {
    packages[path] = { version, integrity: found, ...others }
    hashed.push(path)
  }
}

const { '': project, ...rest } = packages
const sorted = Object.entries(rest).sort(([a], [b]) => a.localeCompare(b, 'en'))
lock.packages = { ...(project && { '': project }), ...Object.fromEntries(sorted) }
if (added.length + hashed.length > 0) writeFileSync(lockPath, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`Added ${added.length} optional packages for other platforms to package-lock.json.\n`)
process.stdout.write(
  `Added ${hashed.length} hashes. The current registry lacks the hashes of ${unknown.length} packages.\n`,
)

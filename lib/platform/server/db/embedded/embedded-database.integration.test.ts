import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memoryFolder } from '../../../../../scripts/testing/memory-folder.ts'
import { isRoot, need, needs } from '../../../../../scripts/testing/needs.ts'
import { findProjectRoot } from '../../env/project-root.ts'
import { acquireDatabase } from '../acquire-database.ts'
import { canReach } from './server-account.ts'
import { readServerRecord, whatRuns } from './server-process.ts'

const projectRoot = findProjectRoot()
const program = join(import.meta.dirname, 'testing-user.ts')
const nobody = { uid: 65_534, gid: 65_534 }
const needsNobody = need(
  isRoot && canReach(nobody, projectRoot),
  'root, and a project that other users can read',
  'run them as root in a folder such as /srv',
)

const commandLineOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

type DatabaseUser = { url: string; kill(): Promise<void>; leave(): Promise<number | null> }

describe('the built-in database', () => {
  /** Contains a data folder with a newly created, unused database. */
  const created = mkdtempSync(join(realpathSync(memoryFolder()), 'travel-created-'))
  let folder = ''
  let dataDir = ''
  let children: ChildProcess[] = []

  const start = (options: { as?: typeof nobody; root?: string } = {}): ChildProcess => {
    const args = [program, dataDir, options.root ?? projectRoot, join(folder, 'outside')]
    const child = spawn(process.execPath, args, { ...options.as, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] })
    children.push(child)
    return child
  }
  const enter = async (options: Parameters<typeof start>[0] = {}): Promise<DatabaseUser> => {
    const child = start(options)
    const { stdin, stdout, stderr } = child
    if (!stdin || !stdout || !stderr) throw new Error('The child process has no pipes.')
    const exited = once(child, 'exit')
    const complaint = text(stderr)
    const first = await Promise.race([once(createInterface(stdout), 'line'), exited.then(() => undefined)])
    if (!first) throw new Error(await complaint)
    return {
      url: String(first[0]),
      async kill() {
        child.kill('SIGKILL')
        await exited
      },
      async leave() {
        stdin.end()
        await exited
        return child.exitCode
      },
    }
  }
  const cluster = () => join(dataDir, 'postgres', 'cluster')
  const serverPid = () => readServerRecord(cluster())?.pid
  const query = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  const kill = async (pid: number | undefined): Promise<void> => {
    if (pid === undefined) throw new Error('No server is running.')
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => whatRuns(pid)).not.toBe('postgres')
  }

  const copy = (from: string, to: string) => expect(spawnSync('cp', ['-a', from, to]).status).toBe(0)
  /** Copies the created database: creating one takes longer, and most tests do not test the creation. */
  const takeCreated = () => copy(join(created, 'data'), dataDir)

  beforeAll(async () => {
    chmodSync(created, 0o711)
    const options = { dataDir: join(created, 'data'), projectRoot, outsideFolder: join(created, 'outside') }
    await (await acquireDatabase(options)).release()
  })
  afterAll(() => rmSync(created, { recursive: true, force: true }))
  beforeEach(() => {
    folder = mkdtempSync(join(realpathSync(memoryFolder()), 'travel-embedded-'))
    chmodSync(folder, 0o711)
    dataDir = join(folder, 'data')
    children = []
  })
  afterEach(async () => {
    for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    const record = existsSync(cluster()) ? readServerRecord(cluster()) : undefined
    if (record && whatRuns(record.pid) === 'postgres') await kill(record.pid)
    if (record?.socketFolder) rmSync(record.socketFolder, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  })

  /** The process ids of the watches over the server. */
  const watches = () =>
    readdirSync('/proc').filter(
      (name) =>
        /^\d+$/.test(name) &&
        /\0travel-watch\0.*\0/.test(commandLineOf(name)) &&
        commandLineOf(name).includes(`\0${cluster()}/`),
    )

  it('shares one server, on a socket that other users cannot reach, among all processes and stops it when the last one leaves', async () => {
    takeCreated()
    const first = await enter()
    const pid = serverPid()
    expect(await query(first.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }])
    const socketFolder = readServerRecord(cluster())?.socketFolder ?? ''
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700)
    expect(join(socketFolder, '.s.PGSQL.5432').length).toBeLessThan(100)
    const second = await enter()
    expect([second.url, serverPid()]).toEqual([first.url, pid])
    expect(await first.leave()).toBe(0)
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await second.leave()).toBe(0)
    expect(serverPid()).toBeUndefined()
    expect(whatRuns(pid ?? 0)).not.toBe('postgres')
    expect(existsSync(socketFolder)).toBe(false)
  })

  it('starts one server for processes that start concurrently, and removes what an interrupted start has left', async () => {
    mkdirSync(join(dataDir, 'postgres', 'cluster.new-half'), { recursive: true })
    chmodSync(dataDir, 0o711)
    chmodSync(join(dataDir, 'postgres'), 0o711)
    const users = await Promise.all(Array.from({ length: 3 }, () => enter()))
    expect(new Set(users.map(({ url }) => url)).size).toBe(1)
    await Promise.all(users.map((user) => user.leave()))
    expect(serverPid()).toBeUndefined()
    expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual(['cluster', 'lock', 'server.log', 'users'])
  })

  it('keeps running while one process lives, and loses no data when all are killed', async () => {
    takeCreated()
    const first = await enter()
    const second = await enter()
    const pid = serverPid()
    await first.kill()
    await query(second.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    expect(serverPid()).toBe(pid)
    await second.kill()
    await expect.poll(() => whatRuns(pid ?? 0)).not.toBe('postgres')
    expect(readFileSync(join(dataDir, 'postgres', 'server.log'), 'utf8')).toMatch(
      /fast shutdown request[\s\S]*is shut down/,
    )
    const next = await enter()
    expect(await query(next.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    await next.leave()
    expect(serverPid()).toBeUndefined()
  })

  it('stops the server when a process is killed during the start', async () => {
    const starting = start()
    await expect.poll(serverPid, { interval: 1 }).toBeGreaterThan(0)
    const pid = serverPid() ?? 0
    starting.kill('SIGKILL')
    await expect.poll(() => whatRuns(pid)).not.toBe('postgres')
  })

  it(
    'revive starts a new watch process if the old one was killed; it ends when the last process has left the database',
    needs.linux,
    async () => {
      takeCreated()
      await using database = await acquireDatabase({ dataDir, projectRoot, outsideFolder: join(folder, 'outside') })
      const killed = await enter()
      const pid = serverPid() ?? 0
      expect(watches()).toHaveLength(1)
      process.kill(Number(watches()[0]), 'SIGKILL')
      await expect.poll(watches).toEqual([])
      await database.revive()
      expect(watches()).toHaveLength(1)
      expect(serverPid()).toBe(pid)
      await killed.kill()
      await database.revive()
      expect(whatRuns(pid)).toBe('postgres')
      await database.release()
      await expect.poll(watches).toEqual([])
    },
  )

  it(
    'does not join a server that is about to stop because its last process was killed; starts it again instead',
    needs.linux,
    async () => {
      takeCreated()
      const last = await enter()
      const pid = serverPid() ?? 0
      const watch = watches()[0]
      const pidFile = join(cluster(), 'postmaster.pid')
      // Without this file, the watch finds no server to stop: it sleeps, and then looks again.
      renameSync(pidFile, `${pidFile}.away`)
      await last.kill()
      await expect.poll(() => readFileSync(`/proc/${watch}/task/${watch}/children`, 'utf8')).not.toBe('')
      renameSync(`${pidFile}.away`, pidFile)
      await using database = await acquireDatabase({ dataDir, projectRoot, outsideFolder: join(folder, 'outside') })
      await expect.poll(() => whatRuns(pid)).not.toBe('postgres')
      expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    },
  )

  it(
    'refuses to start beside another version of the app, whose watch does not answer, and leaves its server alone',
    needs.linux,
    async () => {
      takeCreated()
      const first = await enter()
      const watch = Number(watches()[0])
      process.kill(watch, 'SIGSTOP')
      try {
        const options = { dataDir, projectRoot, outsideFolder: join(folder, 'outside') }
        await expect(acquireDatabase(options)).rejects.toThrow(
          /^Another version of travel.aw uses the database in .*: stop it/,
        )
        expect(await query(first.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      } finally {
        process.kill(watch, 'SIGCONT')
      }
      expect(await first.leave()).toBe(0)
    },
  )

  it('keeps acknowledged writes when the server is killed', async () => {
    takeCreated()
    const first = await enter()
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await kill(serverPid())
    const second = await enter()
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    await Promise.all([first.leave(), second.leave()])
  })

  it('revive restarts a killed server at the same URL', async () => {
    takeCreated()
    await using database = await acquireDatabase({ dataDir, projectRoot, outsideFolder: join(folder, 'outside') })
    await kill(serverPid())
    await database.revive()
    expect(await query(database.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    const pid = serverPid()
    await database.revive()
    expect(serverPid()).toBe(pid)
    await database.release()
    await database.revive()
    expect(serverPid()).toBeUndefined()
  })

  it('starts even if the process id of a killed server still exists, as a zombie or another program', async () => {
    takeCreated()
    const first = await enter()
    const socketFolder = readServerRecord(cluster())?.socketFolder ?? ''
    await kill(serverPid())
    // A zombie counts as a living process of its user.
    const { uid, gid } = statSync(cluster())
    const living = spawn('sleep', ['infinity'], { uid, gid })
    try {
      for (const file of [join(cluster(), 'postmaster.pid'), join(socketFolder, '.s.PGSQL.5432.lock')])
        writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(living.pid)))
      const second = await enter()
      expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
      await Promise.all([first.leave(), second.leave()])
    } finally {
      living.kill()
    }
  })

  it('recovers when its socket file is deleted', async () => {
    takeCreated()
    const first = await enter()
    const socketFolder = readServerRecord(cluster())?.socketFolder ?? ''
    rmSync(socketFolder, { recursive: true })
    const second = await enter()
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await Promise.all([first.leave(), second.leave()])
  })

  describe('a copy of the data folder', () => {
    const original = () => join(folder, 'original')

    it('does not start if copied from a running server, says why, and does not disturb that server', async () => {
      dataDir = original()
      takeCreated()
      const user = await enter()
      const pid = serverPid()
      await query(user.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
      copy(original(), join(folder, 'copy'))
      dataDir = join(folder, 'copy')
      await expect(enter()).rejects.toThrow(/copied from .*original.* while its server ran.*travel -- backup/)
      dataDir = original()
      expect(serverPid()).toBe(pid)
      expect(await query(user.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
      await user.leave()
      dataDir = join(folder, 'copy')
      await expect(enter()).rejects.toThrow('while its server ran')
    })

    it('does not start beside the running server of its original, even if the original was moved', async () => {
      const moved = join(folder, 'moved')
      dataDir = original()
      takeCreated()
      const user = await enter()
      renameSync(original(), moved)
      copy(moved, original())
      await expect(enter()).rejects.toThrow('while its server ran')
      rmSync(original(), { recursive: true })
      renameSync(moved, original())
      expect(await user.leave()).toBe(0)
    })

    it('gets its own server if copied while no server ran', async () => {
      dataDir = original()
      takeCreated()
      await (await enter()).leave()
      copy(original(), join(folder, 'copy'))
      const first = await enter()
      const pid = serverPid()
      dataDir = join(folder, 'copy')
      const second = await enter()
      expect(serverPid()).not.toBe(pid)
      await query(second.url, 'CREATE TABLE only_here AS SELECT 1')
      expect(await query(first.url, "SELECT to_regclass('only_here') AS found")).toEqual([{ found: null }])
      await Promise.all([second.leave(), first.leave()])
    })
  })

  it('reports in one sentence that its programs are not installed', async () => {
    mkdirSync(join(folder, 'empty'))
    await expect(enter({ root: join(folder, 'empty') })).rejects.toThrow(/^The built-in database .* run npm ci/)
  })

  describe('for root', needs.root, () => {
    it('runs as a system user that owns only the data, in the data folder, even if another part of the app created it as private', async () => {
      mkdirSync(join(dataDir, 'cache'), { recursive: true, mode: 0o700 })
      chmodSync(dataDir, 0o700)
      const user = await enter()
      const { uid } = statSync(cluster())
      expect(uid).not.toBe(0)
      expect(readFileSync(`/proc/${serverPid()}/status`, 'utf8')).toMatch(new RegExp(`^Uid:\\s+${uid}\\s`, 'm'))
      await user.leave()
    })

    it('stores data and programs outside a project that other users cannot read, and finds them again', async () => {
      const closed = join(folder, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      symlinkSync(join(projectRoot, 'node_modules'), join(closed, 'node_modules'))
      dataDir = join(closed, 'data')
      const first = await enter({ root: closed })
      await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
      await first.leave()
      const place: unknown = JSON.parse(readFileSync(join(dataDir, 'postgres', 'place.json'), 'utf8'))
      expect(place).toEqual({
        home: join(dataDir, 'postgres'),
        cluster: expect.stringMatching(`^${folder}/outside/clusters/[0-9a-f]{16}/cluster$`),
      })
      const second = await enter({ root: closed })
      expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
      await second.leave()
      spawnSync('cp', ['-a', dataDir, join(closed, 'copy')])
      const kept = dataDir
      dataDir = join(closed, 'copy')
      await expect(enter({ root: closed })).rejects.toThrow(
        /belongs to the data folder .*closed\/data.*travel -- backup/,
      )
      rmSync(dataDir, { recursive: true })
      renameSync(kept, dataDir)
      const moved = await enter({ root: closed })
      expect(await query(moved.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
      await moved.leave()
      expect(readdirSync(join(folder, 'outside')).sort()).toEqual(['clusters', expect.stringMatching(/^postgres-18/)])
    })
  })

  describe('for an ordinary user', needsNobody, () => {
    const giveDataFolder = ({ uid, gid } = nobody) => {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 })
      chownSync(dataDir, uid, gid)
    }

    it('runs as that user, with all files in the data folder, even after a killed root process used it', async () => {
      giveDataFolder()
      const user = await enter({ as: nobody })
      expect(statSync(cluster()).uid).toBe(nobody.uid)
      expect(await user.leave()).toBe(0)
      const owners = spawnSync('find', [dataDir, '!', '-uid', String(nobody.uid)], { encoding: 'utf8' })
      expect(owners.stdout).toBe('')
      await (await enter()).kill()
      const next = await enter({ as: nobody })
      await next.leave()
      expect(serverPid()).toBeUndefined()
    })

    it('reports in one sentence that the data belongs to another user', async () => {
      giveDataFolder({ uid: 0, gid: 0 })
      await expect(enter({ as: nobody })).rejects.toThrow(/is not writable: .* TRAVEL_DATA_DIR/)
    })
  })
})

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
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findProjectRoot } from '../../env/project-root.ts'
import { acquireDatabase } from '../acquire-database.ts'
import { canReach, isRoot } from './server-account.ts'
import { readServerRecord, whatRuns } from './server-process.ts'

const projectRoot = findProjectRoot()
const program = join(import.meta.dirname, 'testing-user.ts')
const nobody = { uid: 65_534, gid: 65_534 }

type DatabaseUser = { url: string; kill(): Promise<void>; leave(): Promise<number | null> }

describe('the built-in database', () => {
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
    if (!stdin || !stdout || !stderr) throw new Error('The child has no pipes.')
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
    if (pid === undefined) throw new Error('No server runs.')
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => whatRuns(pid), { timeout: 10_000 }).not.toBe('postgres')
  }

  beforeEach(() => {
    folder = mkdtempSync(join(realpathSync(tmpdir()), 'travel-embedded-'))
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

  it('is one server for all processes, and the last that leaves stops it', async () => {
    const first = await enter()
    const pid = serverPid()
    const second = await enter()
    expect([second.url, serverPid()]).toEqual([first.url, pid])
    expect(await first.leave()).toBe(0)
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(await second.leave()).toBe(0)
    expect(serverPid()).toBeUndefined()
    expect(whatRuns(pid ?? 0)).not.toBe('postgres')
  })

  it('is started once by processes that start at one moment', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => enter()))
    expect(new Set(users.map(({ url }) => url)).size).toBe(1)
    await Promise.all(users.map((user) => user.leave()))
    expect(serverPid()).toBeUndefined()
  })

  it('outlives a user that is killed; the next finds it, counts it out, and stops it at the end', async () => {
    const killed = await enter()
    const pid = serverPid()
    await killed.kill()
    expect(whatRuns(pid ?? 0)).toBe('postgres')
    const next = await enter()
    expect(serverPid()).toBe(pid)
    await next.leave()
    expect(serverPid()).toBeUndefined()
  })

  it('keeps what was acknowledged when the server itself is killed', async () => {
    const first = await enter()
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await kill(serverPid())
    const second = await enter()
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    await Promise.all([first.leave(), second.leave()])
  })

  it('is started again at the same address for a user that asks, when the server itself is killed', async () => {
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

  it('starts though a record of a dead server names a process that is alive and something else', async () => {
    await (await enter()).leave()
    const record = [process.pid, cluster(), 1_700_000_000, 5432, '/tmp/nowhere', '', '  1  2', 'ready   ']
    writeFileSync(join(cluster(), 'postmaster.pid'), `${record.join('\n')}\n`)
    const { uid, gid } = statSync(cluster())
    chownSync(join(cluster(), 'postmaster.pid'), uid, gid)
    const user = await enter()
    expect(await query(user.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await user.leave()
  })

  it('clears away the half of a data directory that an interrupted start left', async () => {
    mkdirSync(join(dataDir, 'postgres', 'cluster.new-half'), { recursive: true })
    chmodSync(dataDir, 0o711)
    chmodSync(join(dataDir, 'postgres'), 0o711)
    await (await enter()).leave()
    expect(readdirSync(join(dataDir, 'postgres')).sort()).toEqual(['cluster', 'lock', 'server.log', 'users'])
  })

  it('comes back when a cleaner of temporary files took its socket', async () => {
    const first = await enter()
    const socketFolder = readServerRecord(cluster())?.socketFolder ?? ''
    rmSync(socketFolder, { recursive: true })
    const second = await enter()
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await Promise.all([first.leave(), second.leave()])
  })

  it('listens on no network and in a folder that is closed to others', async () => {
    const user = await enter()
    expect(await query(user.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }])
    const socketFolder = readServerRecord(cluster())?.socketFolder ?? ''
    expect(statSync(socketFolder).mode & 0o777).toBe(0o700)
    expect(join(socketFolder, '.s.PGSQL.5432').length).toBeLessThan(100)
    await user.leave()
    expect(existsSync(socketFolder)).toBe(false)
  })

  it('says in one sentence that its programs are not installed', async () => {
    mkdirSync(join(folder, 'empty'))
    await expect(enter({ root: join(folder, 'empty') })).rejects.toThrow(/^The built-in database .* run npm ci/)
  })

  describe.runIf(isRoot())('for root', () => {
    it('runs as a system user that owns nothing but the data', async () => {
      const user = await enter()
      const { uid } = statSync(cluster())
      expect(uid).not.toBe(0)
      expect(readFileSync(`/proc/${serverPid()}/status`, 'utf8')).toMatch(new RegExp(`^Uid:\\s+${uid}\\s`, 'm'))
      await user.leave()
    })

    it('keeps the data inside a data folder that another part of the app has made and closed', async () => {
      mkdirSync(join(dataDir, 'cache'), { recursive: true, mode: 0o700 })
      chmodSync(dataDir, 0o700)
      await (await enter()).leave()
      expect(existsSync(cluster())).toBe(true)
    })

    it('keeps data and programs outside of a project that is closed to others, and finds them again', async () => {
      const closed = join(folder, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      symlinkSync(join(projectRoot, 'node_modules'), join(closed, 'node_modules'))
      dataDir = join(closed, 'data')
      const first = await enter({ root: closed })
      await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
      await first.leave()
      const place: unknown = JSON.parse(readFileSync(join(dataDir, 'postgres', 'place.json'), 'utf8'))
      expect(place).toEqual({ cluster: expect.stringMatching(`^${folder}/outside/clusters/[0-9a-f]{16}/cluster$`) })
      const second = await enter({ root: closed })
      expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
      await second.leave()
      expect(readdirSync(join(folder, 'outside')).sort()).toEqual(['clusters', expect.stringMatching(/^postgres-18/)])
    })
  })

  describe.runIf(isRoot() && canReach(nobody, projectRoot))('for an ordinary user', () => {
    const giveDataFolder = ({ uid, gid } = nobody) => {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 })
      chownSync(dataDir, uid, gid)
    }

    it('runs as that user, with everything in their data folder', async () => {
      giveDataFolder()
      const user = await enter({ as: nobody })
      expect(statSync(cluster()).uid).toBe(nobody.uid)
      expect(await user.leave()).toBe(0)
      const owners = spawnSync('find', [dataDir, '!', '-uid', String(nobody.uid)], { encoding: 'utf8' })
      expect(owners.stdout).toBe('')
    })

    it('goes on after root used the same folder, also when root was killed there', async () => {
      giveDataFolder()
      await (await enter({ as: nobody })).leave()
      await (await enter()).kill()
      const user = await enter({ as: nobody })
      await user.leave()
      expect(serverPid()).toBeUndefined()
    })

    it('is told in one sentence when the data belongs to somebody else', async () => {
      giveDataFolder({ uid: 0, gid: 0 })
      await expect(enter({ as: nobody })).rejects.toThrow(/is not yours to write: .* TRAVEL_DATA_DIR/)
    })
  })
})

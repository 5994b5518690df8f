import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { createInstance } from './testing/new-instance.ts'
import { runHere } from './testing/run-command.ts'

let opened: AsyncDisposableStack
let db: DatabaseClient
let folder = ''
let variables: Readonly<Record<string, string>> = {}

const run = (...args: readonly string[]) => runHere(['skill', ...args], variables)
const lockFile = () => readFile(join(folder, 'skills.lock'), 'utf8').catch(() => 'none')
const installedVersion = async () =>
  (await db.installedSkill.findUnique({ where: { name: 'packing' }, include: { release: true } }))?.release.version

async function write(version: string): Promise<void> {
  await mkdir(join(folder, 'packing'), { recursive: true })
  const matter = `name: packing\ndescription: Packs a small bag.\nversion: "${version}"`
  await writeFile(join(folder, 'packing', 'SKILL.md'), `---\n${matter}\n---\n\nTake less.\n`)
}

beforeAll(async () => {
  opened = new AsyncDisposableStack()
  const instance = opened.use(await createInstance())
  ;({ folder, variables } = instance)
  db = instance.database.client
  await write('1.0.0')
})
afterAll(() => opened.disposeAsync())

/** Planning writes the first table, and the transaction of each command one of the others last. */
type Table = 'gate_verdicts' | 'enablements' | 'installed_skills'

/** Kills a command when it is about to write a table. */
async function kill(args: readonly string[], table: Table): Promise<void> {
  await db.$transaction(
    async (tx) => {
      // The database would end this transaction while the command starts on a busy machine.
      await tx.$executeRaw`set local idle_in_transaction_session_timeout = 0`
      await tx.$executeRawUnsafe(`lock table ${table} in share mode`)
      const command = start(args)
      await vi.waitFor(async () => expect(await waitingCommands()).toBe(1), { timeout: 60_000, interval: 50 })
      command.kill('SIGKILL')
      await once(command, 'exit')
    },
    { timeout: 120_000 },
  )
}

function start(args: readonly string[]): ChildProcess {
  const root = findProjectRoot()
  const env = { ...process.env, INIT_CWD: folder, ...variables }
  return spawn(process.execPath, [join(root, 'lib', 'cli', 'main.ts'), 'skill', ...args], { cwd: root, env })
}

async function waitingCommands(): Promise<number> {
  const [row] = await db.$queryRaw<{ waiting: number }[]>`
    select count(*)::int as waiting from pg_locks as l join pg_database as d on d.oid = l.database
    where not l.granted and d.datname = current_database()`
  return row?.waiting ?? 0
}

test('a command that is killed at a write before it commits leaves everything as it was, and works when repeated', async () => {
  const install = ['install', join(folder, 'packing'), '--approve']
  for (const table of ['gate_verdicts', 'installed_skills'] as const) {
    await kill(install, table)
    const approvals = await db.approval.count({ where: { release: { name: 'packing' } } })
    expect([await installedVersion(), approvals, await lockFile()], table).toEqual([undefined, 0, 'none'])
  }
  expect(await run(...install)).toMatchObject({ code: 0 })
  expect(await installedVersion()).toBe('1.0.0')

  await write('1.1.0')
  const before = await lockFile()
  await kill(['update', '--approve'], 'installed_skills')
  expect([await installedVersion(), await lockFile()]).toEqual(['1.0.0', before])
  expect(await run('verify')).toMatchObject({ code: 0 })
  expect(await run('update', '--approve')).toMatchObject({ code: 0 })
  expect(await installedVersion()).toBe('1.1.0')

  await kill(['rollback', 'packing'], 'enablements')
  expect(await installedVersion()).toBe('1.1.0')
  await kill(['remove', 'packing'], 'enablements')
  expect(await installedVersion()).toBe('1.1.0')
  expect(await run('remove', 'packing')).toMatchObject({ code: 0 })
  expect(await installedVersion()).toBeUndefined()
})

test('a command that is killed after it committed has done its work, and the next one writes the lock file', async () => {
  await run('install', join(folder, 'packing'), '--approve')
  // What such a command leaves: the rows, without the file.
  await rm(join(folder, 'skills.lock'))
  expect(await run('verify')).toMatchObject({ code: 1 })
  expect(await run('update')).toMatchObject({ code: 0 })
  expect(await run('verify')).toMatchObject({ code: 0 })
})

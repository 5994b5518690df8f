import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { expect, test } from 'vitest'
import { appendUnsealed, openAuditWorld } from './testing/audit-world.ts'

const script = join(import.meta.dirname, 'testing', 'sealing-process.ts')
const kills = 3

test('killing the process while it writes and seals loses no committed row, and the trail stays intact', async () => {
  await using world = await openAuditWorld()
  const committed = new Set<string>()
  for (let kill = 0; kill < kills; kill += 1) {
    const first = kill * 100_000
    const child = spawn(process.execPath, [script, world.url, world.dataDir, String(first)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(child, 'exit')
    let seen = 0
    for await (const line of createInterface({ input: child.stdout })) {
      committed.add(`subject ${line}`)
      seen += 1
      // Each kill comes at a different moment of a sealing.
      if (seen === 5 + kill * 17) child.kill('SIGKILL')
    }
    expect(await exit).toEqual([null, 'SIGKILL'])
    const { findings } = await world.verdict()
    expect(findings).toEqual([])
  }
  {
    await using trail = await world.start()
    expect(trail.problems()).toEqual([])
  }
  const verdict = await world.verdict()
  const subjects = new Set((await world.rows()).map(({ subject }) => subject))
  expect(committed.size).toBeGreaterThan(kills * 5)
  expect([...committed].filter((subject) => !subjects.has(subject))).toEqual([])
  expect(verdict).toMatchObject({ findings: [], sealed: verdict.rows })
})

test('a sealing that is killed between its writes leaves none of them, and the next one seals all rows', async () => {
  await using world = await openAuditWorld()
  {
    await using _trail = await world.start()
    await appendUnsealed(world.db, 3)
  }
  await appendUnsealed(world.db, 5, 3)
  // This lock admits readers, and makes the sealing wait before its last write.
  const holder = new pg.Client({ connectionString: world.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('lock table audit_tree_heads in share mode')
  const child = spawn(process.execPath, [script, world.url, world.dataDir, '100'], { stdio: 'ignore' })
  const exit = once(child, 'exit')
  const waiting = async () => {
    const { rows } = await holder.query(
      `select 1 from pg_locks join pg_database on pg_database.oid = database
       where datname = current_database() and relation = 'audit_tree_heads'::regclass and not granted`,
    )
    return rows.length
  }
  await expect.poll(waiting).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await exit
  await holder.query('rollback')
  // The server ends the killed process's transactions.
  const others = async () => {
    const { rows } = await holder.query(
      `select 1 from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
    )
    return rows.length
  }
  await expect.poll(others).toBe(0)
  await holder.end()
  expect(await world.verdict()).toMatchObject({ findings: [], sealed: 4 })
  await using trail = await world.start()
  expect(trail.problems()).toEqual([])
  const verdict = await world.verdict()
  expect(verdict).toMatchObject({ findings: [], sealed: verdict.rows })
})

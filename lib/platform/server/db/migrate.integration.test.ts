import { createHash } from 'node:crypto'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyMigrations, eraseDatabase, type Migration, readMigrationStatus, readMigrations } from './migrate.ts'
import { compatibleWith, presentAs } from './present-processes.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'

const migration = (name: string, sql: string): Migration => ({
  name,
  sql,
  checksum: createHash('sha256').update(sql).digest('hex'),
})
const first = migration('1_first', 'CREATE TABLE a (id int PRIMARY KEY); INSERT INTO a VALUES (1);')
const second = migration('2_second', 'CREATE TABLE b (id int PRIMARY KEY);')
const broken = migration('3_broken', 'CREATE TABLE c (id int); INSERT INTO nowhere VALUES (1);')

describe('applyMigrations', () => {
  let database: TestDatabase
  const query = async (sql: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false })
  })
  afterEach(async () => database[Symbol.asyncDispose]())

  it('applies each migration once, in order, and returns their names', async () => {
    expect(await applyMigrations(database.url, [first])).toEqual(['1_first'])
    expect(await readMigrationStatus(database.url, [first, second])).toEqual({
      applied: ['1_first'],
      pending: ['2_second'],
    })
    expect(await applyMigrations(database.url, [first, second])).toEqual(['2_second'])
    expect(await applyMigrations(database.url, [first, second])).toEqual([])
    expect(await query('SELECT * FROM a')).toHaveLength(1)
  })

  it('records migrations like `prisma migrate deploy`', async () => {
    await applyMigrations(database.url, [first])
    const [row] = await query('SELECT * FROM _prisma_migrations')
    expect(row).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checksum: first.checksum,
      finished_at: expect.any(Date),
      migration_name: '1_first',
      logs: null,
      rolled_back_at: null,
      started_at: expect.any(Date),
      applied_steps_count: 1,
    })
  })

  it('rolls back a failed migration, names it, and keeps the earlier ones', async () => {
    await expect(applyMigrations(database.url, [first, broken])).rejects.toThrow(/3_broken failed and was rolled back/)
    expect(await query("SELECT to_regclass('c') AS c")).toEqual([{ c: null }])
    expect(await readMigrationStatus(database.url, [first])).toEqual({ applied: ['1_first'], pending: [] })
  })

  it('refuses a migration that changed after it was applied, and names it', async () => {
    await applyMigrations(database.url, [first])
    const changed = migration('1_first', 'CREATE TABLE a (id bigint PRIMARY KEY);')
    await expect(applyMigrations(database.url, [changed])).rejects.toThrow(/Migration 1_first changed after/)
  })

  it('refuses a database from a newer version', async () => {
    await applyMigrations(database.url, [first, second])
    await expect(applyMigrations(database.url, [first])).rejects.toThrow(/2_second, which this version .* lacks/)
    await query(`CREATE TABLE audit_events (action text, at timestamptz, detail json);
      INSERT INTO audit_events VALUES ('app.started', now(), '{"version":"7.1.2"}')`)
    await expect(applyMigrations(database.url, [first])).rejects.toThrow(
      /this version of travel.aw \(\d+\.\d+\.\d+\) lacks, and was last used by version 7\.1\.2/,
    )
  })

  it('accepts the compatible migrations of a newer version, but not from a version without what they need', async () => {
    const next = migration('2_next', '-- Compatible with 1_first\nCREATE TABLE b (id int);')
    const third = migration('3_third', '-- Compatible with 2_next\nCREATE TABLE c (id int);')
    const fourth = migration('4_fourth', 'DROP TABLE c;')
    await applyMigrations(database.url, [first, next])
    expect(await applyMigrations(database.url, [first])).toEqual([])
    await applyMigrations(database.url, [first, next, third])
    expect(await applyMigrations(database.url, [first, next])).toEqual([])
    await expect(applyMigrations(database.url, [first])).rejects.toThrow(/3_third, which this version .* lacks/)
    await applyMigrations(database.url, [first, next, third, fourth])
    await expect(applyMigrations(database.url, [first, next])).rejects.toThrow(/4_fourth, which this version .* lacks/)
  })

  it('a migration names an earlier one of the project as compatible', () => {
    const migrations = readMigrations()
    for (const [at, { sql }] of migrations.entries()) {
      const earlier: (string | null)[] = migrations.slice(0, at).map(({ name }) => name)
      expect([null, ...earlier]).toContain(compatibleWith(sql))
      // A line with a mistake would count as absent.
      expect(/^--\s*compatible/im.test(sql)).toBe(compatibleWith(sql) !== null)
    }
  })

  it('refuses a migration beside processes that cannot go on with it, and names it and them', async () => {
    const next = migration('2_next', '-- Compatible with 1_first\nCREATE TABLE b (id int);')
    const third = migration('3_third', '-- Compatible with 2_next\nCREATE TABLE c (id int);')
    const fourth = migration('4_fourth', 'DROP TABLE c;')
    const present = async (name: string) => {
      const session = new pg.Client({ connectionString: database.url, application_name: name })
      await session.connect()
      await session.query('SELECT pg_advisory_lock(1)')
      return session
    }
    const refusal = (named: Migration, last: string) =>
      new RegExp(
        `^Migration ${named.name} needs a stop .* database: on its machine since \\S+Z, last migration ${last}\\. Stop`,
      )
    await applyMigrations(database.url, [first])
    const old = await present(presentAs([first]))
    const other = new pg.Client({ connectionString: database.url, application_name: presentAs([]) })
    await other.connect()

    expect(await applyMigrations(database.url, [first, next])).toEqual(['2_next'])
    await expect(applyMigrations(database.url, [first, next, third])).rejects.toThrow(refusal(third, '1_first'))
    expect(await query("SELECT to_regclass('c') AS c")).toEqual([{ c: null }])
    await old.end()
    const newer = await present(presentAs([first, next]))
    expect(await applyMigrations(database.url, [first, next, third])).toEqual(['3_third'])
    await expect(applyMigrations(database.url, [first, next, third, fourth])).rejects.toThrow(refusal(fourth, '2_next'))
    await newer.end()
    const silent = await present(presentAs([]))
    const fifth = migration('5_fifth', '-- Compatible with 1_first\nCREATE TABLE d (id int);')
    await expect(applyMigrations(database.url, [first, next, third, fifth])).rejects.toThrow(refusal(fifth, 'unknown'))
    await silent.end()
    expect(await applyMigrations(database.url, [first, next, third, fourth])).toEqual(['4_fourth'])
    await other.end()
  })

  it('the last migration of a process fits into the name of its session', () => {
    for (const one of readMigrations()) expect(presentAs([one]).length).toBeLessThan(64)
  })

  it('refuses to continue after a migration that Prisma left unfinished', async () => {
    await applyMigrations(database.url, [first])
    await query("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '1_first'")
    await expect(applyMigrations(database.url, [first])).rejects.toThrow(/1_first was started but not finished/)
  })

  it('takes turns: of five concurrent runs, one applies the migrations and all succeed', async () => {
    const applied = await Promise.all(Array.from({ length: 5 }, () => applyMigrations(database.url, [first, second])))
    expect(applied.flat()).toEqual(['1_first', '2_second'])
  })

  it('creates the tables of the schema, even after they were erased', async () => {
    const names = readMigrations().map(({ name }) => name)
    expect(await applyMigrations(database.url)).toEqual(names)
    await database.client.user.create({ data: { id: 'user_a', email: 'a@example.com' } })
    await eraseDatabase(database.url)
    expect(await readMigrationStatus(database.url)).toEqual({ applied: [], pending: names })
    await applyMigrations(database.url)
    expect(await database.client.user.count()).toBe(0)
  })
})

it('no queued job survives that a database is erased', async () => {
  await using database = await createTestDatabase()
  const jobs = () => database.client.$queryRaw`select key from graphile_worker.jobs`
  await runMigrations({ pgPool: database.client.pool })
  await database.client.$executeRaw`select from graphile_worker.add_job('send_mail', job_key => 'old')`
  expect(await jobs()).toEqual([{ key: 'old' }])
  await eraseDatabase(database.url)
  await applyMigrations(database.url)
  await runMigrations({ pgPool: database.client.pool })
  expect(await jobs()).toEqual([])
})

it('the database rejects a second account with the same email address, ignoring case', async () => {
  await using database = await createTestDatabase()
  const { user } = database.client
  await user.create({ data: { id: 'user_a', email: 'a@example.com' } })
  await expect(user.create({ data: { id: 'user_b', email: 'a@example.com' } })).rejects.toThrow(/Unique constraint/)
  await expect(user.create({ data: { id: 'user_c', email: 'A@example.com' } })).rejects.toThrow(/email_lower_case/)
})

it('reports an unreachable server with a remedy', async () => {
  await expect(applyMigrations('postgresql://nobody@127.0.0.1:1/none', [])).rejects.toThrow(/check DATABASE_URL/)
})

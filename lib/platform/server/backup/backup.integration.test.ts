import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runHere, runInProcess } from '#lib/cli/testing/run-command.ts'
import { compose } from '#lib/compose/compose.ts'
import { inDays } from '#lib/travel/model/testing-dates.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { memoryFolder } from '../../../../scripts/testing/memory-folder.ts'
import { acquireDatabase } from '../db/acquire-database.ts'
import { createTestDatabase } from '../db/testing.ts'
import { readEnv } from '../env/env.ts'
import { findProjectRoot } from '../env/project-root.ts'
import { createLogger } from '../log/logger.ts'
import { dumpDatabase } from './dump-database.ts'
import { readEntries } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { linesOf } from './testing/lines-of.ts'
import { writeBackup } from './write-backup.ts'

let folder = ''
const skillsDir = () => join(folder, 'skills')
beforeAll(() => {
  folder = mkdtempSync(join(memoryFolder(), 'travel-backup-'))
  chmodSync(folder, 0o711)
  // One skill, because the app checks each at its first start.
  cpSync(join(findProjectRoot(), 'skills', 'flight-search'), join(skillsDir(), 'flight-search'), { recursive: true })
  writeFileSync(join(skillsDir(), 'SKILL_MANIFEST.json'), JSON.stringify({ approvedSkills: ['flight-search'] }))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const settingsFor = (dataDir: string) => ({
  TRAVEL_DATA_DIR: dataDir,
  DATABASE_URL: '',
  TRAVEL_WORKERS: '1',
  TRAVEL_CONTAINER_RUNTIME: 'off',
})
const start = (dataDir: string) =>
  compose({
    env: readEnv(settingsFor(dataDir)),
    projectRoot: findProjectRoot(),
    skillsDir: skillsDir(),
    log: createLogger({ level: 'silent' }),
  })
const travel = async (dataDir: string, args: readonly string[], run: typeof runHere = runHere) => {
  const { code, out, err } = await run(args, { ...settingsFor(dataDir), INIT_CWD: folder })
  return { code, text: out + err }
}
const contentOf = (url: string) =>
  dumpDatabase(url, async ({ rowsOf, tables, migrations }) => {
    const rows: Record<string, string[]> = {}
    for (const { name } of tables) rows[name] = (await linesOf(rowsOf(name))).sort()
    return { tables, migrations, rows }
  })
const filesIn = (dataDir: string) =>
  ['secrets', 'audit', 'releases'].flatMap((name) =>
    readdirSync(join(dataDir, name), { recursive: true, encoding: 'utf8' }).map((path) => {
      const stats = statSync(join(dataDir, name, path))
      // The original continues after the backup, so the files of its audit trail change.
      const isKept = stats.isFile() && name !== 'audit'
      const hash = isKept
        ? createHash('sha256')
            .update(readFileSync(join(dataDir, name, path)))
            .digest('hex')
        : ''
      return `${name}/${path} ${(stats.mode & 0o777).toString(8)} ${hash}`
    }),
  )
const search = {
  action: 'search_flights',
  params: { origin: 'SEA', destination: 'NRT', date: inDays(60), passengers: 1, cabin: 'economy' },
  config: { max_results: 5 },
}

describe('a backup of a running instance', () => {
  let execution = ''
  const original = () => join(folder, 'original')
  const restored = () => join(folder, 'restored')
  const file = () => join(folder, 'one.tar.gz')

  test('warns that it contains keys, is readable by its owner only, and does not overwrite a file', async () => {
    await using services = await start(original())
    const output = await services.runner.execute('flight-search', search, {
      principal: publicPrincipal,
      signal: new AbortController().signal,
    })
    expect(output.status).toBe('success')
    mkdirSync(join(original(), 'skill-files', 'notes', 'deep'), { recursive: true })
    writeFileSync(join(original(), 'skill-files', 'notes', 'deep', 'tëxt.md'), 'kept', { mode: 0o600 })
    writeFileSync(join(original(), 'skill-files', 'notes', 'back\\slash'), 'kept')
    symlinkSync('/etc/hostname', join(original(), 'skill-files', 'notes', 'link'))
    execution = (await services.db.execution.findFirstOrThrow()).id
    const { code, text } = await travel(original(), ['backup', 'one.tar.gz'], runInProcess)
    expect([code, text]).toEqual([0, expect.stringMatching(/personal data and this instance's keys/)])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).not.toContain('one.tar.gz.unfinished')
    const written = readFileSync(file())
    expect(await travel(original(), ['backup', 'one.tar.gz'])).toMatchObject({
      code: 1,
      text: expect.stringContaining('already exists'),
    })
    expect(readFileSync(file()).equals(written)).toBe(true)
  })

  test('restores every row and file with its mode, and replay and audit trail still work', async () => {
    const { code, text } = await travel(restored(), ['restore', 'one.tar.gz'], runInProcess)
    const here = `TRAVEL_DATA_DIR='${restored()}'`
    expect(code).toBe(0)
    expect(text).toContain(`${here} npm run travel -- audit verify, then start the app with ${here}.`)
    const kept = filesIn(original()).sort()
    expect(kept.join()).toMatch(/audit\/.*releases\/.*secrets\//s)
    expect(filesIn(restored()).sort()).toEqual(kept)
    expect(existsSync(join(restored(), 'restore-unfinished'))).toBe(false)
    const files = join(restored(), 'skill-files', 'notes')
    expect(readFileSync(join(files, 'deep', 'tëxt.md'), 'utf8')).toBe('kept')
    expect(readFileSync(join(files, 'back\\slash'), 'utf8')).toBe('kept')
    expect(existsSync(join(files, 'link'))).toBe(false)
    await using first = await acquireDatabase({ dataDir: original() })
    await using second = await acquireDatabase({ dataDir: restored() })
    const [before, after] = [await contentOf(first.url), await contentOf(second.url)]
    expect(after.migrations).toEqual(before.migrations)
    expect(after.rows.executions).toHaveLength(1)
    expect(after.rows.audit_events?.join()).toContain('skill.ended')
    for (const { name } of before.tables) {
      // The original kept running after the backup, so its trail may have new rows and changed lanes.
      if (['audit_lanes', 'audit_tree'].includes(name)) expect(after.rows[name]?.length, name).toBeGreaterThan(0)
      else if (name.startsWith('audit_'))
        expect(before.rows[name]).toEqual(expect.arrayContaining(after.rows[name] ?? []))
      else expect(after.rows[name], name).toEqual(before.rows[name])
    }
    expect(await travel(restored(), ['audit', 'verify'])).toMatchObject({ code: 0 })
    await using services = await start(restored())
    expect(await services.replay(ExecutionId.parse(execution))).toMatchObject({ kind: 'same' })
  })

  test('is not restored into a folder that is in use or not empty, and the folder stays unchanged', async () => {
    const stray = join(folder, 'stray')
    mkdirSync(stray)
    writeFileSync(join(stray, 'kept'), 'kept')
    const remedy = /is not empty.*set TRAVEL_DATA_DIR to a new one/
    for (const used of [stray, restored(), original()]) {
      const before = readdirSync(used)
      await expect(restoreBackup({ file: file(), dataDir: used })).rejects.toThrow(remedy)
      expect(readdirSync(used)).toEqual(before)
    }
    expect(await travel(stray, ['restore', 'one.tar.gz'])).toMatchObject({
      code: 1,
      text: expect.stringMatching(remedy),
    })
    expect(readdirSync(stray)).toEqual(['kept'])
  })

  test('its files of skills are not restored into a configured folder that is not empty', async () => {
    const [dataDir, filesDir] = [join(folder, 'apart'), join(folder, 'apart-files')]
    mkdirSync(filesDir)
    writeFileSync(join(filesDir, 'mine'), 'mine')
    await expect(restoreBackup({ file: file(), dataDir, filesDir })).rejects.toThrow(
      /set TRAVEL_FILES_DIR to a new one/,
    )
    expect(readdirSync(filesDir)).toEqual(['mine'])
  })

  test('a command with a missing folder or file fails with the path and the remedy', async () => {
    expect(await travel(original(), ['backup', 'absent/two.tar.gz'])).toMatchObject({
      code: 1,
      text: expect.stringMatching(/two\.tar\.gz could not be written .*: check that its folder exists/),
    })
    expect(await travel(join(folder, 'target'), ['restore', 'absent.tar.gz'])).toEqual({
      code: 1,
      text: `${join(folder, 'absent.tar.gz')} does not exist: name a file that the backup command wrote.\n`,
    })
  })

  test('is rejected before anything is written if it is truncated or changed', async () => {
    const whole = readFileSync(file())
    const target = join(folder, 'target')
    const attempt = async (bytes: Buffer) => {
      const damaged = join(folder, 'damaged.tar.gz')
      writeFileSync(damaged, bytes)
      await expect(restoreBackup({ file: damaged, dataDir: target })).rejects.toThrow(
        /is not a complete backup|was changed or damaged|is not a backup|has an unexpected entry/,
      )
      expect(existsSync(target)).toBe(false)
    }
    await attempt(whole.subarray(0, whole.length - 1000))
    await attempt(Buffer.from('not an archive'))
    const tar = gunzipSync(whole)
    await attempt(gzipSync(tar.subarray(0, Math.floor(tar.length / 2 / 512) * 512)))
    const at = tar.indexOf('flight-search')
    tar.write('flight-saerch', at)
    await attempt(gzipSync(tar))
  })

  test('is rejected if the path of an entry leaves the data folder', async () => {
    const entries = await Array.fromAsync(readEntries(file()))
    for (const name of [
      'files/secrets/../../planted',
      'files/../planted',
      '/files/secrets/planted',
      'files/postgres/planted',
    ]) {
      const planted = join(folder, 'planted.tar.gz')
      const archive = pack()
      for (const { name: kept, content } of entries.slice(0, 1)) archive.entry({ name: kept }, content)
      archive.entry({ name }, 'planted')
      archive.finalize()
      writeFileSync(planted, gzipSync(await buffer(archive)))
      await expect(restoreBackup({ file: planted, dataDir: join(folder, 'target') })).rejects.toThrow(
        'unexpected entry',
      )
    }
    expect(existsSync(join(folder, 'planted'))).toBe(false)
  })

  test('is rolled back when the restore fails midway; then its rows and files of skills are restored where the settings say', async () => {
    const target = join(folder, 'target')
    // A restored row that violates a schema constraint, although its hashes match.
    const broken = join(folder, 'broken.tar.gz')
    const { end, entries } = await withoutRowsOf('skill_releases')
    const archive = pack()
    for (const { name, content, mode } of entries) archive.entry({ name, mode }, content)
    archive.entry({ name: 'end.json' }, JSON.stringify(end))
    archive.finalize()
    writeFileSync(broken, gzipSync(await buffer(archive)))
    await expect(restoreBackup({ file: broken, dataDir: target })).rejects.toThrow(
      /lacks rows of the table skill_releases|foreign key/,
    )
    expect(readdirSync(target)).toEqual([])

    await using external = await createTestDatabase({ migrated: false })
    const databaseUrl = external.url
    await expect(restoreBackup({ file: broken, dataDir: target, databaseUrl })).rejects.toThrow(
      /lacks rows of the table skill_releases|foreign key/,
    )
    expect(readdirSync(target)).toEqual([])
    // The database is as empty as before, so a good backup can be restored into it.
    const filesDir = join(folder, 'external-files')
    const variables = { ...settingsFor(target), DATABASE_URL: databaseUrl, TRAVEL_FILES_DIR: filesDir }
    const { code, out } = await runHere(['restore', file()], { ...variables, INIT_CWD: folder })
    const here = `TRAVEL_DATA_DIR='${target}' TRAVEL_FILES_DIR='${filesDir}'`
    expect(code).toBe(0)
    expect(out).toContain(`${here} npm run travel -- audit verify, then start the app with ${here}.`)
    expect(out).toContain('Next: keep DATABASE_URL set as it was for this command.')
    expect(readFileSync(join(filesDir, 'notes', 'deep', 'tëxt.md'), 'utf8')).toBe('kept')
    expect(existsSync(join(target, 'skill-files'))).toBe(false)
    // A refused restore leaves the tables of others alone.
    const later = { file: file(), dataDir: join(folder, 'later'), databaseUrl }
    await expect(restoreBackup(later)).rejects.toThrow('The database in DATABASE_URL is not empty')
    expect((await contentOf(databaseUrl)).rows.executions).toHaveLength(1)
  })

  const withoutRowsOf = async (table: string) => {
    const all = await Array.fromAsync(readEntries(file()))
    const last = all.pop()
    const end: { entries: Record<string, string> } = JSON.parse(String(last?.content))
    const entries = all.filter(({ name }) => dirname(name) !== `database/${table}`)
    for (const name of Object.keys(end.entries)) {
      if (!entries.some((entry) => entry.name === name)) delete end.entries[name]
    }
    return { end, entries }
  }
})

test('a database that does not answer is named as the problem, not the file, and nothing is left', async () => {
  const [dataDir, file] = [join(folder, 'unreachable'), join(folder, 'unreachable.tar.gz')]
  const databaseUrl = 'postgresql://nobody@127.0.0.1:1/none'
  const problem = /^The database does not answer \(.*\): check DATABASE_URL and its server\.$/
  await expect(writeBackup({ dataDir, databaseUrl, file, keysFromEnvironment: [] })).rejects.toThrow(problem)
  await expect(restoreBackup({ file: join(folder, 'one.tar.gz'), dataDir, databaseUrl })).rejects.toThrow(problem)
  expect(readdirSync(dataDir)).toEqual([])
  expect(existsSync(`${file}.unfinished`)).toBe(false)
})

test('a database without tables is refused with the settings that name another one', async () => {
  const [dataDir, file] = [join(folder, 'empty'), join(folder, 'empty.tar.gz')]
  await using database = await createTestDatabase({ migrated: false })
  await expect(writeBackup({ dataDir, databaseUrl: database.url, file, keysFromEnvironment: [] })).rejects.toThrow(
    'The database has no tables of travel.aw: set TRAVEL_DATA_DIR or DATABASE_URL to those of the instance.',
  )
})

test('the rest of an interrupted backup is named and kept', async () => {
  const file = join(folder, 'again.tar.gz')
  writeFileSync(`${file}.unfinished`, 'rest')
  const databaseUrl = 'postgresql://nobody@127.0.0.1:1/none'
  await expect(writeBackup({ dataDir: folder, databaseUrl, file, keysFromEnvironment: [] })).rejects.toThrow(
    `${file}.unfinished exists: another backup is writing it, or was interrupted. If none is running, remove it.`,
  )
  expect(readFileSync(`${file}.unfinished`, 'utf8')).toBe('rest')
})

test('the app refuses to start on a data folder with an unfinished restore', async () => {
  const dataDir = join(folder, 'half')
  mkdirSync(dataDir, { mode: 0o700 })
  writeFileSync(join(dataDir, 'restore-unfinished'), '')
  await expect(start(dataDir)).rejects.toThrow('restore the backup again')
})

test('a backup is a consistent snapshot during concurrent writes, whatever text the rows hold', async () => {
  // Reuses the instance of the tests above: a new one would test nothing more.
  const dataDir = join(folder, 'original')
  await using database = await acquireDatabase({ dataDir })
  const { url } = database
  const writer = new pg.Client({ connectionString: url })
  await writer.connect()
  const names = ['a\nb\\"(),', "NULL'", '', 'é漢🙂\t{}', null]
  let pairs = 0
  let isDone = false
  const writing = (async () => {
    while (!isDone) {
      const insert = `INSERT INTO users (id, email, name, updated_at) VALUES ($1, $2, $3, now())`
      await writer.query('BEGIN')
      for (const side of ['a', 'b']) {
        await writer.query(insert, [`user_${pairs}${side}`, `${pairs}${side}@example.com`, names[pairs % names.length]])
      }
      await writer.query('COMMIT')
      pairs += 1
    }
  })()
  await expect.poll(() => pairs).toBeGreaterThan(50)
  const file = join(folder, 'busy.tar.gz')
  const report = await writeBackup({ dataDir, databaseUrl: url, file, keysFromEnvironment: [] })
  const during = pairs
  isDone = true
  await writing
  await writer.end()
  const users = report.rows.users ?? 0
  expect(users % 2).toBe(0)
  expect(users).toBeGreaterThan(100)
  expect(users).toBeLessThanOrEqual(during * 2)

  await restoreBackup({ file, dataDir: join(folder, 'calm') })
  await using copy = await acquireDatabase({ dataDir: join(folder, 'calm') })
  const [before, after] = [await contentOf(url), await contentOf(copy.url)]
  const kept = new Set(after.rows.users)
  expect(kept.size).toBe(users)
  expect(before.rows.users?.filter((row) => kept.has(row))).toHaveLength(users)
})

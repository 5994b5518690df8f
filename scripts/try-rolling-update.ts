import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { acquireDatabase } from '#lib/platform/server/db/acquire-database.ts'
import { readArguments } from './arguments.ts'
import { ensureBrowser } from './browser.ts'
import { main, root, runNode, step } from './steps.ts'
import { findThings, makeThings } from './upgrades/kept-things.ts'
import { checkOut, refusalIn, startVersion } from './upgrades/versions.ts'

/**
 * `node scripts/try-rolling-update.ts [COMMIT]`, by hand, some minutes: lets a process of the commit (absent: the
 * previous one) and one of this version use one database, as in a rolling update. Both serve and execute scripts on the
 * new schema, before and after the earlier process starts again.
 */
await main(async () => {
  const [commit = 'HEAD~1'] = readArguments({}, { maxWords: 1 }).words
  await using opened = new AsyncDisposableStack()
  const browser = opened.use(
    await chromium.launch({
      executablePath: await ensureBrowser(),
      // Chromium's sandbox does not work as root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    }),
  )
  const folder = await mkdtemp(join(tmpdir(), 'travel-rolling-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  // Lets the database's system user reach its folder.
  await chmod(folder, 0o711)
  const database = await acquireDatabase({ dataDir: join(folder, 'database'), durable: false })
  opened.defer(() => database.release())
  const dataDir = join(folder, 'data')
  const { folder: code } = opened.use(await checkOut(commit))
  const startOld = () => startVersion(code, dataDir, database.url)

  const old = await step(`${commit}: building and starting it`, startOld)
  opened.defer(() => old[Symbol.asyncDispose]())
  const things = await step(`${commit}: making things`, () => makeThings(browser, old))
  const running = opened.use(
    await step('Building and starting this version beside it', () => startVersion(root, dataDir, database.url)),
  )
  await step('This version: finding them, and executing a script', () => findThings(browser, running, things))
  await step(`${commit}: the same on the new schema`, () => findThings(browser, old, things))
  await step(`${commit}: stopping it`, async () => old[Symbol.asyncDispose]())
  const again = await step(`${commit}: starting it again`, startOld).catch(refusalIn)
  if (typeof again === 'string') process.stdout.write(`  It is refused: ${again}\n`)
  else {
    opened.use(again)
    await step(`${commit}: finding everything again`, () => findThings(browser, again, things))
  }
  await step('This version: finding everything still', () => findThings(browser, running, things))
  const env = { TRAVEL_DATA_DIR: dataDir, DATABASE_URL: database.url }
  await step('This version: verifying the audit trail', () => runNode('lib/cli/main.ts', ['audit', 'verify'], { env }))
  return 0
})

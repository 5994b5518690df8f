import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { readArguments } from './arguments.ts'
import { ensureBrowser } from './browser.ts'
import { main, root, runNode, StepError, step } from './steps.ts'
import { findThings, makeThings } from './upgrades/kept-things.ts'
import { checkOut, refusalIn, startVersion } from './upgrades/versions.ts'

/**
 * `node scripts/try-upgrades.ts [COMMIT…]`, by hand, some minutes for each commit: makes a data folder with the commit,
 * opens it with this version, finds everything in it, and sees the commit refuse it afterwards.
 */
const earlier = ['9c6f5261', '341eac50', 'fe461bcd']

await main(async () => {
  const { words } = readArguments({}, { maxWords: Number.POSITIVE_INFINITY })
  await using browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    // Chromium's sandbox does not work as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  for (const commit of words.length > 0 ? words : earlier) await tryOne(browser, commit)
  return 0
})

async function tryOne(browser: Browser, commit: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'travel-upgrade-'))
  // Lets the built-in database's system user reach its folder.
  await chmod(dataDir, 0o711)
  try {
    await using old = await checkOut(commit)
    const things = await step(`${commit}: building it, and filling a data folder`, async () => {
      await using running = await startVersion(old.folder, dataDir)
      return await makeThings(browser, running)
    })
    await step(`${commit}: opening it with this version`, async () => {
      await using running = await startVersion(root, dataDir)
      await findThings(browser, running, things)
    })
    const env = { TRAVEL_DATA_DIR: dataDir, DATABASE_URL: '' }
    await step(`${commit}: verifying its audit trail`, () => runNode('lib/cli/main.ts', ['audit', 'verify'], { env }))
    const reason = await step(`${commit}: seeing it refuse what is newer`, () => refusalOf(old.folder, dataDir))
    process.stdout.write(`  ${reason}\n`)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function refusalOf(folder: string, dataDir: string): Promise<string> {
  const refused = await startVersion(folder, dataDir).then(
    async (running) => {
      await running[Symbol.asyncDispose]()
      throw new StepError('It opens a data folder of this version: choose a commit with fewer migrations.')
    },
    (error: unknown) => error,
  )
  return refusalIn(refused)
}

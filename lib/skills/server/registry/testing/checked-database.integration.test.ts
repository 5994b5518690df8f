import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { silentLog } from '#runner/runtimes/quickjs/testing/silent-log.ts'
import { openReleaseGate } from '../../gates/release-gate.ts'
import { createProjectSkills } from '../project-skills.ts'
import { createCheckedDatabase, storeIn } from './checked-database.ts'

const root = findProjectRoot()
const project = createProjectSkills({
  skillsDir: join(root, 'skills'),
  projectDir: root,
  reload: false,
  log: silentLog,
})

/** Starts on a checked database as the app does. Returns the skills that the gates check again. */
async function checkedBy(key: string): Promise<string[]> {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await createCheckedDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'travel-checked-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const encryptionKey = Buffer.from(key || database.settings.TRAVEL_ENCRYPTION_KEY, 'hex')
  const asked: string[] = []
  const releases = storeIn(database.client, folder, Uint8Array.from(encryptionKey), {
    ...openReleaseGate(root, { now: Date.now }),
    check: async (_, name) => {
      asked.push(name)
      return { files: 'a'.repeat(64), findings: [] }
    },
  })
  for (const skill of await project.list()) {
    await releases.keep(skill)
    expect(await releases.refusalOf(skill)).toBeUndefined()
  }
  return asked
}

test('an installation on the checked database does not check the project skills again', async () => {
  expect(await checkedBy('')).toEqual([])
})

test('an installation with another key checks every project skill again', async () => {
  const names = (await project.list()).map(({ manifest }) => manifest.name)
  expect(names).toContain('flight-search')
  expect(await checkedBy('ab'.repeat(32))).toEqual(names)
})

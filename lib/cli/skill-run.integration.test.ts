import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCheckedDatabase } from '#lib/skills/server/registry/testing/checked-database.ts'
import { runHere } from './testing/run-command.ts'

test('an action that acts runs only when the command is repeated with the id of its question, and only once', async () => {
  await using database = await createCheckedDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'travel-run-'))
  const input = join(folder, 'input.json')
  await writeFile(input, JSON.stringify({ action: 'send_message', params: { message: 'The taxi is late.' } }))
  const settings = {
    ...database.settings,
    TRAVEL_DATA_DIR: folder,
    TRAVEL_CONTAINER_RUNTIME: 'off',
    LOG_LEVEL: 'silent',
  }
  const run = (...more: string[]) => runHere(['skill', 'run', 'send-message', '--input', input, ...more], settings)

  const asked = await run()
  const { status, confirmation } = JSON.parse(asked.out)
  expect([asked.code, status]).toEqual([1, 'requires_confirmation'])
  expect(asked.err).toContain(`--confirm ${confirmation.id}`)
  const agreed = await run('--confirm', confirmation.id)
  expect([agreed.code, JSON.parse(agreed.out).status]).toEqual([0, 'success'])
  const again = await run('--confirm', confirmation.id)
  expect([again.code, JSON.parse(again.out).status]).not.toEqual([0, 'success'])
  await rm(folder, { recursive: true, force: true })
})

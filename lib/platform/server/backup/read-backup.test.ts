import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkBackup } from './read-backup.ts'

test('a backup that cannot be read is not called damaged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'travel-read-'))
  await expect(checkBackup(folder)).rejects.toThrow(
    /^\S+ could not be read \(EISDIR.*\): run the command as an account/,
  )
  await rm(folder, { recursive: true })
})

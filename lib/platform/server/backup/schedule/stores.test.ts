import { expect, test } from 'vitest'
import { createFolderStore } from './stores.ts'

test('a folder that cannot be created ends a backup with its reason', async () => {
  await expect(createFolderStore('/proc/travel/backups').put('backup.airlock')).rejects.toThrow("mkdir '/proc")
})

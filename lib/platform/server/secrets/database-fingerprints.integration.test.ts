import { expect, it } from 'vitest'
import { createTestDatabase } from '../db/testing.ts'
import { createDatabaseFingerprints } from './instance-secrets.ts'

it('stores the first fingerprint of each secret, even if two processes start concurrently', async () => {
  await using database = await createTestDatabase()
  const store = createDatabaseFingerprints(database.client)
  const answers = await Promise.all(['a', 'b', 'c'].map((fingerprint) => store.remember('session-key', fingerprint)))
  expect(new Set(answers).size).toBe(1)
  expect(await store.remember('session-key', 'd')).toBe(answers[0])
  expect(await store.remember('encryption-key', 'e')).toBe('e')
})

import { expect, test } from 'vitest'
import { createTestDatabase } from './testing.ts'

test('the database ends a transaction in which a frozen process does nothing for half a minute', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const [row] = await database.client.$queryRaw<unknown[]>`show idle_in_transaction_session_timeout`
  expect(row).toEqual({ idle_in_transaction_session_timeout: '30s' })
})

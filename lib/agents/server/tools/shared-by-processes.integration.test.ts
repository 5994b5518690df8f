import { expect, test } from 'vitest'
import { emptyTestDatabase } from '#lib/platform/server/db/testing.ts'
import { silentLog } from '#runner/runtimes/quickjs/testing/silent-log.ts'
import { createKeptOffers } from './kept-offers.ts'
import { createSessionStore, forgetSessions } from './mcp/session-store.ts'
import { createStoredOffers, forgetOffers } from './stored-offers.ts'

test('an offer of one process is found in another for half an hour, by the caller that got it', async () => {
  await using database = await emptyTestDatabase()
  const { client: db } = database
  const [one, other] = [
    createKeptOffers(createStoredOffers(db, silentLog)),
    createKeptOffers(createStoredOffers(db, silentLog)),
  ]
  const kept = { skill: 'flights', offer: { price: 12.5, note: 'a\u0000b' }, fetchedAt: '2026-11-20T00:00:00.000Z' }
  const id = one.keep('agent_a', kept)
  expect(one.keep('agent_a', kept)).toBe(id)
  await expect.poll(() => other.find('agent_a', id)).toEqual({ ...kept, offer: { price: 12.5, note: 'a\ufffdb' } })
  expect(await other.find('agent_b', id)).toBeUndefined()
  await forgetOffers(db)
  await db.$executeRaw`update kept_offers set kept_at = now() - interval '31 minutes'`
  expect(await other.find('agent_a', id)).toBeUndefined()
  await forgetOffers(db)
  expect(await db.keptOffer.count()).toBe(0)
})

test('a session is found for its key for a day, and a key has the handshakes of its latest fifty', async () => {
  await using database = await emptyTestDatabase()
  const { client: db } = database
  const store = createSessionStore(db)
  for (let at = 0; at < 51; at += 1) await store.keep(`s${at}`, 'agent_a', '{}')
  await store.keep('long', 'agent_a', 'x'.repeat(20_000))
  expect(await db.mcpSession.count()).toBe(50)
  expect(await store.find('s50', 'agent_a')).toBe('{}')
  expect(await store.find('s50', 'agent_b')).toBeUndefined()
  expect(await store.find('long', 'agent_a')).toBeUndefined()
  await db.$executeRaw`update mcp_sessions set used_at = now() - interval '25 hours' where id = 's49'`
  expect(await store.find('s49', 'agent_a')).toBeUndefined()
  await forgetSessions(db)
  expect(await db.mcpSession.count()).toBe(49)
  await store.drop('s50')
  expect(await store.find('s50', 'agent_a')).toBeUndefined()
})

import { expect, test } from 'vitest'
import { browserWith, createTestAuth } from '#lib/platform/server/auth/testing.ts'
import { emptyTestDatabase } from '#lib/platform/server/db/testing.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { maxSavedOffers } from '../../model/saved-offer.ts'
import { maxSavedSearches } from '../../model/saved-search.ts'

const ana = { email: 'ana@example.com', password: 'quiet harbour lights' }

/** An account, a browser with a guest session, and a way to save for both. */
async function subject() {
  const database = await emptyTestDatabase()
  const db = database.client
  const { auth } = createTestAuth(db)
  const first = browserWith(got(await auth.signUp(ana, browserWith())))
  const accountId = (await auth.readSession(first))?.userId ?? ''
  const guest = browserWith(got(await auth.beginGuest(browserWith())).cookie)
  const guestId = (await auth.readSession(guest))?.userId ?? ''
  const at = new Date('2026-11-20T12:00:00Z')
  let number = 0
  const save = async (userId: string, product: string, fields: object = {}) => {
    const id = `trip_${String(number++).padStart(22, '0')}`
    const price = { currency: 'EUR', savedAmount: 1, savedSeenAt: at, latestAmount: 1, latestSeenAt: at }
    const facts = { kind: 'flights', skill: 'a', search: 'a', offer: {}, data: 'live' as const, endsAt: at }
    const savedAt = new Date(at.getTime() + number)
    await db.savedOffer.create({ data: { id, userId, productHash: product, ...facts, ...price, savedAt, ...fields } })
  }
  const productsOf = async (userId: string) =>
    (await db.savedOffer.findMany({ where: { userId }, orderBy: { savedAt: 'asc' } })).map(
      ({ productHash }) => productHash,
    )
  const saveSearch = async (userId: string, search: string, fields: object = {}) => {
    const id = `srch_${String(number++).padStart(22, '0')}`
    const facts = { kind: 'flights', search, currency: 'EUR', rule: { type: 'below_saved' }, nextRunAt: at }
    const savedAt = new Date(at.getTime() + number)
    await db.savedSearch.create({ data: { id, userId, ...facts, savedAt, ...fields } })
  }
  const searchesOf = async (userId: string) =>
    (await db.savedSearch.findMany({ where: { userId }, orderBy: { savedAt: 'asc' } })).map(
      ({ search, pausedAt, removedAt }) => ({ search, isOn: pausedAt === null && removedAt === null }),
    )
  return { database, auth, guest, guestId, accountId, save, productsOf, saveSearch, searchesOf, db }
}

test('offers that a guest saved belong to the account after the sign-in', async () => {
  const { database, auth, guest, guestId, accountId, save, productsOf } = await subject()
  await using _database = database
  await save(accountId, 'both')
  await save(guestId, 'mine')
  await save(guestId, 'both')
  await save(guestId, 'removed', { removedAt: new Date() })
  got(await auth.signIn(ana, guest))
  expect(await productsOf(accountId)).toEqual(['both', 'mine'])
  expect(await productsOf(guestId)).toEqual(['both', 'removed'])
})

test('moves only as many offers as the account has room for, the newest first', async () => {
  const { database, auth, guest, guestId, accountId, save, productsOf } = await subject()
  await using _database = database
  for (let at = 0; at < maxSavedOffers - 2; at++) await save(accountId, `own ${at}`)
  for (const product of ['old', 'newer', 'newest']) await save(guestId, product)
  got(await auth.signIn(ana, guest))
  expect((await productsOf(accountId)).slice(-2)).toEqual(['newer', 'newest'])
  expect(await productsOf(guestId)).toEqual(['old'])
})

test('searches that a guest saved run for the account after the sign-in, with their history and alerts', async () => {
  const { database, auth, guest, guestId, accountId, saveSearch, searchesOf, db } = await subject()
  await using _database = database
  await saveSearch(guestId, 'mine', { latestAmount: 90 })
  await saveSearch(guestId, 'paused', { pausedAt: new Date() })
  await saveSearch(guestId, 'removed', { removedAt: new Date() })
  const { id: searchId } = await db.savedSearch.findFirstOrThrow({ where: { search: 'mine' } })
  const price = { searchId, at: new Date(), amount: 90, currency: 'EUR', data: 'live' as const }
  await db.pricePoint.create({ data: { ...price, skill: 'a' } })
  await db.priceAlert.create({ data: { ...price, id: 'alrt_0' } })
  got(await auth.signIn(ana, guest))
  expect(await searchesOf(accountId)).toEqual([
    { search: 'mine', isOn: true },
    { search: 'paused', isOn: false },
  ])
  expect(await searchesOf(guestId)).toEqual([{ search: 'removed', isOn: false }])
  const where = { search: { userId: accountId } }
  expect([await db.pricePoint.count({ where }), await db.priceAlert.count({ where })]).toEqual([1, 1])
})

test('moves the newest searches that the account has room for and does not have, and pauses the others', async () => {
  const { database, auth, guest, guestId, accountId, saveSearch, searchesOf } = await subject()
  await using _database = database
  for (let at = 0; at < maxSavedSearches.account - 2; at++) await saveSearch(accountId, `own ${at}`)
  await saveSearch(accountId, 'both')
  await saveSearch(accountId, 'removed', { removedAt: new Date() })
  for (const search of ['old', 'removed', 'both']) await saveSearch(guestId, search)
  got(await auth.signIn(ana, guest))
  const own = await searchesOf(accountId)
  expect(own).toHaveLength(maxSavedSearches.account)
  expect(own.slice(-2)).toEqual([
    { search: 'both', isOn: true },
    { search: 'removed', isOn: true },
  ])
  expect(await searchesOf(guestId)).toEqual([
    { search: 'old', isOn: false },
    { search: 'both', isOn: false },
  ])
})

test('a browser in which a guest turned notifications on gets those of the account until its session ends', async () => {
  const { database, auth, guest, guestId, accountId, db } = await subject()
  await using _database = database
  const { sessionId = '' } = (await auth.readSession(guest)) ?? {}
  const reading = { language: 'en', locale: 'en-GB' }
  const push = { id: 'push_0', endpointHash: 'a', sealed: '', ...reading, createdAt: new Date() }
  await db.pushSubscription.create({ data: { ...push, userId: guestId, sessionId } })
  const signedIn = browserWith(got(await auth.signIn(ana, guest)))
  const current = (await auth.readSession(signedIn))?.sessionId
  expect(current).not.toBe(sessionId)
  expect(await db.pushSubscription.findMany()).toMatchObject([{ userId: accountId, sessionId: current }])
})

test('a failed sign-in, an ended guest session or a sign-in from another account moves nothing', async () => {
  const { database, auth, guest, guestId, accountId, save, productsOf, saveSearch, searchesOf } = await subject()
  await using _database = database
  await save(guestId, 'mine')
  await saveSearch(guestId, 'mine')
  expect(await auth.signIn({ ...ana, password: 'another harbour' }, guest)).toMatchObject({ ok: false })
  expect(await productsOf(guestId)).toEqual(['mine'])
  expect(await searchesOf(guestId)).toEqual([{ search: 'mine', isOn: true }])
  await auth.signOut(guest)
  got(await auth.signIn(ana, guest))
  expect(await productsOf(accountId)).toEqual([])

  const ben = browserWith(got(await auth.signUp({ ...ana, email: 'ben@example.com' }, browserWith())))
  const benId = (await auth.readSession(ben))?.userId ?? ''
  await save(benId, 'of ben')
  await saveSearch(benId, 'of ben')
  got(await auth.signIn(ana, ben))
  expect(await productsOf(benId)).toEqual(['of ben'])
  expect(await searchesOf(benId)).toEqual([{ search: 'of ben', isOn: true }])
  expect([await productsOf(accountId), await searchesOf(accountId)]).toEqual([[], []])
})

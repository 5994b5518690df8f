import { expect, test } from 'vitest'
import { browserWith, createTestAuth } from '#lib/auth/testing.ts'
import { createTestDatabase } from '#lib/db/testing.ts'
import type { Outcome } from '#lib/http/outcome.ts'
import { mostSavedOffers } from '#lib/shared/saved-offer.ts'

const ana = { email: 'ana@example.com', password: 'quiet harbour lights' }

function must<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}

/** An account, a browser with a guest session, and a way to save for both. */
async function subject() {
  const database = await createTestDatabase()
  const db = database.client
  const { auth } = createTestAuth(db)
  const first = browserWith(must(await auth.signUp(ana, browserWith())))
  const accountId = (await auth.readSession(first))?.userId ?? ''
  const guest = browserWith(must(await auth.continueAsGuest(browserWith())))
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
  return { database, auth, guest, guestId, accountId, save, productsOf, db }
}

test('offers that a guest saved belong to the account after the sign-in', async () => {
  const { database, auth, guest, guestId, accountId, save, productsOf } = await subject()
  await using _database = database
  await save(accountId, 'both')
  await save(guestId, 'mine')
  await save(guestId, 'both')
  await save(guestId, 'removed', { removedAt: new Date() })
  must(await auth.signIn(ana, guest))
  expect(await productsOf(accountId)).toEqual(['both', 'mine'])
  expect(await productsOf(guestId)).toEqual(['both', 'removed'])
})

test('moves only as many offers as the account has room for, the newest first', async () => {
  const { database, auth, guest, guestId, accountId, save, productsOf } = await subject()
  await using _database = database
  for (let at = 0; at < mostSavedOffers - 2; at++) await save(accountId, `own ${at}`)
  for (const product of ['old', 'newer', 'newest']) await save(guestId, product)
  must(await auth.signIn(ana, guest))
  expect((await productsOf(accountId)).slice(-2)).toEqual(['newer', 'newest'])
  expect(await productsOf(guestId)).toEqual(['old'])
})

test('a failed sign-in, an ended guest session or a sign-in from another account moves nothing', async () => {
  const { database, auth, guest, guestId, accountId, save, productsOf } = await subject()
  await using _database = database
  await save(guestId, 'mine')
  expect(await auth.signIn({ ...ana, password: 'another harbour' }, guest)).toMatchObject({ ok: false })
  expect(await productsOf(guestId)).toEqual(['mine'])
  await auth.signOut(guest)
  must(await auth.signIn(ana, guest))
  expect(await productsOf(accountId)).toEqual([])

  const ben = browserWith(must(await auth.signUp({ ...ana, email: 'ben@example.com' }, browserWith())))
  const benId = (await auth.readSession(ben))?.userId ?? ''
  await save(benId, 'of ben')
  must(await auth.signIn(ana, ben))
  expect(await productsOf(benId)).toEqual(['of ben'])
  expect(await productsOf(accountId)).toEqual([])
})

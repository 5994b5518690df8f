import { expect, it } from 'vitest'
import { browserWith, createTestAuth } from '#lib/platform/server/auth/testing.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { usualProfile } from '../../model/usual-profile.ts'
import { readTravelProfile, storeTravelProfile } from './travel-profiles.ts'

const withBag = { ...usualProfile, checked_bags: 1, currency: 'EUR' }
const onAisle = { ...usualProfile, seat: 'aisle' } as const

async function start() {
  const { client: db, ...database } = await createTestDatabase()
  const { auth } = createTestAuth(db)
  const person = async (cookie: Parameters<typeof browserWith>[0]) => {
    const signedIn = await auth.readSession(browserWith(cookie))
    if (signedIn === null) throw new Error('The session is invalid')
    return signedIn.userId
  }
  const account = async () =>
    person(got(await auth.signUp({ email: 'ana@example.com', password: 'quiet harbour lights' }, browserWith())))
  const guest = async () => person(got(await auth.beginGuest(browserWith())).cookie)
  return { db, account, guest, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}

it('an account has no profile until it stores one, and each later one replaces it', async () => {
  await using world = await start()
  const userId = await world.account()
  expect(await readTravelProfile(world.db, userId)).toBeNull()
  expect(got(await storeTravelProfile(world.db, userId, withBag, false))).toEqual(withBag)
  expect(got(await storeTravelProfile(world.db, userId, onAisle, false))).toEqual(onAisle)
  expect(await readTravelProfile(world.db, userId)).toEqual(onAisle)
})

it("a browser's profile moves to an account that has none, and never replaces one", async () => {
  await using world = await start()
  const userId = await world.account()
  expect(got(await storeTravelProfile(world.db, userId, withBag, true))).toEqual(withBag)
  expect(got(await storeTravelProfile(world.db, userId, onAisle, true))).toEqual(withBag)
})

it("a guest's profile is not stored", async () => {
  await using world = await start()
  const userId = await world.guest()
  expect(await storeTravelProfile(world.db, userId, withBag, false)).toMatchObject({ error: { code: 'FORBIDDEN' } })
  expect(await readTravelProfile(world.db, userId)).toBeNull()
})

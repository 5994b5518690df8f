import { expect, it } from 'vitest'
import { browserWith, createTestAuth } from '#lib/platform/server/auth/testing.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { AccountExport } from '../../model/account-export.ts'
import { usualProfile } from '../../model/usual-profile.ts'
import { exportAccount } from './export-account.ts'
import { storeTravelProfile } from './travel-profiles.ts'

const at = new Date('2026-11-19T12:00:00Z')
const iso = at.toISOString()
const rule = { type: 'below', amount: 400 } as const

async function start() {
  await using opened = new AsyncDisposableStack()
  const { client: db } = opened.use(await createTestDatabase())
  const { auth, clock } = createTestAuth(db)
  const stack = opened.move()
  /** A person with one row of each kind, all of which contain the person's mark. */
  const person = async (mark: string) => {
    const email = `${mark}@example.com`
    const cookie = got(await auth.signUp({ email, password: 'quiet harbour lights', name: mark }, browserWith()))
    const signedIn = await auth.readSession(browserWith(cookie))
    if (signedIn === null) throw new Error('The session is invalid')
    const { userId, sessionId } = signedIn
    await db.account.create({ data: { userId, type: 'oidc', provider: 'https://id.example', providerAccountId: mark } })
    await db.emailConfirmation.create({ data: { userId, email, tokenHash: `secret token ${mark}`, expiresAt: at } })
    const note = { kind: 'flights', from: mark, to: 'NRT', start: '2027-01-15', end: null }
    await db.keptSearch.create({ data: { userId, note: JSON.stringify(note), searchedAt: at } })
    const offer = { id: 'one', airline: mark }
    const prices = { savedAmount: 500, savedSeenAt: at, latestAmount: 450, latestSeenAt: at }
    const trip = { userId, kind: 'flights', skill: 'flight-search', search: mark, offer, data: 'test', currency: 'USD' }
    await db.savedOffer.create({
      data: {
        ...trip,
        ...prices,
        id: `trip_${mark}`,
        data: 'test',
        productHash: `hash ${mark}`,
        endsAt: at,
        savedAt: at,
      },
    })
    const wanted = { userId, kind: 'flights', search: mark, currency: 'USD', rule, savedAt: at }
    const found = { amount: 390, currency: 'USD', data: 'test', at } as const
    await db.savedSearch.create({
      data: {
        ...wanted,
        id: `srch_${mark}`,
        points: { create: [{ ...found, skill: 'flight-search' }] },
        alerts: { create: [{ ...found, id: `alrt_${mark}` }] },
      },
    })
    await db.pushSubscription.create({
      data: {
        id: `push_${mark}`,
        userId,
        sessionId,
        endpointHash: `secret endpoint ${mark}`,
        sealed: `secret keys ${mark}`,
        language: 'nl',
        locale: 'nl-NL',
        createdAt: at,
      },
    })
    const stored = { skill: 'notes', key: `key ${mark}`, value: JSON.stringify({ of: mark }), storedAt: at }
    await db.storedValue.create({ data: { ...stored, principalId: userId, userId } })
    got(await storeTravelProfile(db, userId, { ...usualProfile, checked_bags: 1 }, false))
    return { userId, sessionId }
  }
  return { db, auth, clock, person, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

it("a copy of an account has the person's data, but no secret and no data of another person", async () => {
  await using world = await start()
  const ana = await world.person('ana')
  const ben = await world.person('ben')
  const copy = await exportAccount(world, { id: ana.userId })
  expect(AccountExport.parse(copy)).toEqual(copy)
  expect(copy).toMatchObject({
    profile: { id: ana.userId, email: 'ana@example.com', name: 'ana', role: 'traveler' },
    travel_profile: { ...usualProfile, checked_bags: 1 },
    identities: [{ provider: 'https://id.example', subject: 'ana' }],
    searches: [{ kind: 'flights', from: 'ana', to: 'NRT', start: '2027-01-15', end: null, searched_at: iso }],
    trips: [{ id: 'trip_ana', offer: { airline: 'ana' }, saved: { amount: 500, currency: 'USD', seen_at: iso } }],
    saved_searches: [
      {
        id: 'srch_ana',
        rule,
        prices: [{ amount: 390, currency: 'USD', at: iso, skill: 'flight-search', data: 'test' }],
        alerts: [{ amount: 390, currency: 'USD', at: iso, data: 'test', seen_at: null }],
      },
    ],
    stored_values: [{ skill: 'notes', key: 'key ana', value: { of: 'ana' }, stored_at: iso }],
    alert_browsers: [{ added_at: iso, language: 'nl' }],
    sessions: [{ user_agent: 'Test browser', ended_at: null }],
  })
  const text = JSON.stringify(copy)
  const { passwordHash } = await world.db.user.findUniqueOrThrow({ where: { id: ana.userId } })
  const secrets = ['secret', ana.sessionId, passwordHash ?? '']
  for (const hidden of [...secrets, 'ben', ben.userId, ben.sessionId]) expect(text).not.toContain(hidden)
})

it('a guest gets a copy too, and a deleted account gets no copy', async () => {
  await using world = await start()
  const guest = await world.auth.readSession(browserWith(got(await world.auth.beginGuest(browserWith())).cookie))
  if (guest === null) throw new Error('The session is invalid')
  const own = { id: guest.userId }
  expect(await exportAccount(world, own)).toMatchObject({
    profile: { role: 'guest', email: null },
    travel_profile: null,
    trips: [],
  })
  got(await world.auth.deleteAccount({}, guest, browserWith()))
  expect(await exportAccount(world, own)).toBeUndefined()
})

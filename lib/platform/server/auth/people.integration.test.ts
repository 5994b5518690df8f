import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyTestDatabase, type TestDatabase } from '../db/testing.ts'
import { got } from '../http/testing/got.ts'
import type { Auth } from './auth.ts'
import { changePassword } from './change-password.ts'
import { createConsoleTokens } from './console-tokens.ts'
import { commandLine, contextOf } from './context.ts'
import { deleteExpiredGuests } from './guest.ts'
import { resetPassword } from './password-reset.ts'
import { sessionLifetimeS } from './session-cookie.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { browserWith, createTestAuth } from './testing.ts'

const ana = { email: 'Ana@example.com', password: 'quiet harbour lights' }
const anonymous = browserWith()

let database: TestDatabase
let auth: Auth
let clock: ReturnType<typeof createTestAuth>['clock']
beforeEach(async () => {
  database = await emptyTestDatabase()
  ;({ auth, clock } = createTestAuth(database.client))
})
afterEach(async () => {
  vi.useRealTimers()
  await database[Symbol.asyncDispose]()
})

const auditRows = () => database.client.auditEvent.findMany({ orderBy: [{ lane: 'asc' }, { seq: 'asc' }] })

const execution = {
  skill: 'flight-search',
  version: '0.1.0',
  skillDigest: 'd',
  action: 'search_flights',
  status: 'running' as const,
  source: 'public',
  trust: 'network',
  input: {},
  instanceId: 'inst_test',
}

describe('accounts with email and password', () => {
  it('sign-up and sign-in each start a session of the traveler, with write trust', async () => {
    const first = browserWith(got(await auth.signUp({ ...ana, name: 'Ana' }, anonymous)))
    const second = browserWith(got(await auth.signIn({ ...ana, email: 'ANA@example.com' }, anonymous)))
    for (const headers of [first, second]) {
      expect(await auth.readSession(headers)).toMatchObject({
        email: 'ana@example.com',
        name: 'Ana',
        isGuest: false,
        principal: { role: 'traveler', source: 'dm-approved', trust: 'write' },
      })
    }
    expect((await auditRows()).map(({ action }) => action)).toEqual(['user.signed_up', 'user.signed_in'])
  })

  it('refuses a wrong password and an unknown email with the same message', async () => {
    got(await auth.signUp(ana, anonymous))
    const wrong = await auth.signIn({ ...ana, password: 'another harbour' }, anonymous)
    const unknown = await auth.signIn({ ...ana, email: 'ben@example.com' }, anonymous)
    expect(wrong).toMatchObject({ ok: false, error: { code: 'UNAUTHENTICATED' } })
    expect(unknown).toEqual(wrong)
    expect(wrong).not.toHaveProperty('error.details')
  })

  it.each(['name', 'email', 'password'])('refuses text that cannot be stored, naming its field: %s', async (field) => {
    for (const text of ['a\0b', 'a\ud800b']) {
      const outcome = await auth.signUp({ ...ana, [field]: text }, anonymous)
      expect(outcome).toMatchObject({ error: { code: 'INVALID_INPUT', details: { [field]: expect.any(String) } } })
    }
    expect(await database.client.user.count()).toBe(0)
  })

  it('an email has one account, even after concurrent sign-ups', async () => {
    const outcomes = await Promise.all([auth.signUp(ana, anonymous), auth.signUp(ana, anonymous)])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    const refused = outcomes.find(({ ok }) => !ok)
    expect(refused).toMatchObject({ error: { code: 'CONFLICT', details: { email: expect.any(String) } } })
    expect(await database.client.user.count()).toBe(1)
    expect(await auditRows()).toHaveLength(1)
  })

  it('refuses sign-in and sign-up with a retry time while the hash queue is full', async () => {
    got(await auth.signUp(ana, anonymous))
    const busy = async () => ({ ok: false, retryAfterMs: 5_000 }) as const
    const ports = { ...auth.ports, passwords: { hash: busy, verify: busy } }
    const refused = { ok: false, error: { code: 'RATE_LIMITED' }, retryAfterMs: 5_000 }
    const client = { key: '198.51.100.7', userAgent: null }
    const signedIn = await auth.readSession(browserWith(got(await auth.signIn(ana, anonymous))))
    const token = await auth.makeResetToken(commandLine, { id: signedIn?.userId ?? '' })
    if (signedIn === null) throw new Error('no session')
    const change = { current: ana.password, password: 'another quiet harbour' }
    for (const passwords of [ports.passwords, { ...auth.ports.passwords, hash: busy }]) {
      expect(await changePassword({ ...ports, passwords }, change, signedIn, client)).toMatchObject(refused)
    }
    const { sessionKey } = auth.settings
    expect(await resetPassword(ports, sessionKey, { ...change, token }, client)).toMatchObject(refused)
    expect(await signIn(ports, ana, client, undefined)).toMatchObject(refused)
    expect(await signUp(ports, { ...ana, email: 'ben@example.com' }, client, null)).toMatchObject(refused)
    // A correct password still signs in if its hash cannot be upgraded.
    const verify = async () => ({ ok: true, outdated: true }) as const
    got(await signIn({ ...ports, passwords: { hash: busy, verify } }, ana, client, undefined))
  })

  it('refuses further attempts on one account, even with the right password, until the wait is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    auth = createTestAuth(database.client, { policies: { signInAccount: { points: 2, durationS: 900 } } }).auth
    got(await auth.signUp(ana, anonymous))
    for (const password of ['wrong one', 'wrong two']) await auth.signIn({ ...ana, password }, anonymous)
    const refused = { ok: false, error: { code: 'RATE_LIMITED' } }
    expect(await auth.signIn(ana, anonymous)).toMatchObject({ ...refused, retryAfterMs: 900_000 })
    vi.setSystemTime(Date.now() + 899_999)
    expect(await auth.signIn(ana, anonymous)).toMatchObject({ ...refused, retryAfterMs: 1 })
    vi.setSystemTime(Date.now() + 1)
    got(await auth.signIn(ana, anonymous))
  })

  it("a successful sign-in resets the account's count", async () => {
    auth = createTestAuth(database.client, { policies: { signInAccount: { points: 2, durationS: 900 } } }).auth
    got(await auth.signUp(ana, anonymous))
    for (let round = 0; round < 3; round += 1) {
      await auth.signIn({ ...ana, password: 'wrong one' }, anonymous)
      got(await auth.signIn(ana, anonymous))
    }
  })

  it('replaces a hash of another cost at the next sign-in', async () => {
    got(await createTestAuth(database.client, { passwordLn: 4 }).auth.signUp(ana, anonymous))
    got(await createTestAuth(database.client, { passwordLn: 5 }).auth.signIn(ana, anonymous))
    const user = await database.client.user.findFirstOrThrow()
    expect(user.passwordHash).toMatch(/^\$scrypt\$ln=5,/)
    got(await createTestAuth(database.client, { passwordLn: 5 }).auth.signIn(ana, anonymous))
  })
})

it('each operation refuses a form that it cannot read, naming its field, and changes nothing', async () => {
  const headers = browserWith(got(await auth.signUp(ana, anonymous)))
  const signedIn = await auth.readSession(headers)
  if (!signedIn) throw new Error('no session')
  const operator = contextOf(signedIn.principal)
  const before = await auditRows()
  for (const refused of [
    auth.changePassword({ current: 5 }, signedIn, headers),
    auth.deleteAccount({ current: 5 }, signedIn, headers),
    auth.proveWithPassword({ current: 5 }, signedIn, headers),
    auth.resetPassword({ token: 5 }, headers),
    auth.becomeOperator({ token: 5 }, signedIn, headers),
    createConsoleTokens(auth.ports).create(operator, { name: 5 }),
  ]) {
    expect(await refused).toMatchObject({ error: { code: 'INVALID_INPUT', details: expect.any(Object) } })
  }
  expect(await auditRows()).toEqual(before)
  expect(await auth.makeResetToken(commandLine, { email: 'no address' })).toBeUndefined()
  expect(await auth.signOut(anonymous)).toMatchObject({ value: '' })
})

it('limits guests, resets and the refusals of a token by their own counts', async () => {
  const one = { points: 1, durationS: 900 }
  auth = createTestAuth(database.client, { policies: { guest: one, signIn: one, signUp: one, refusedToken: one } }).auth
  const limited = { error: { code: 'RATE_LIMITED' }, retryAfterMs: expect.any(Number) }
  const guest = await auth.readSession(browserWith(got(await auth.beginGuest(anonymous)).cookie))
  expect(await auth.beginGuest(anonymous)).toMatchObject(limited)
  got(await auth.signUp({ ...ana, name: '' }, anonymous))
  expect(await auth.signUp({ ...ana, email: 'ben@example.com' }, anonymous)).toMatchObject(limited)
  expect(await database.client.user.findMany({ where: { isGuest: false } })).toMatchObject([{ name: null }])
  const reset = () => auth.resetPassword({ token: 'none', password: 'another quiet harbour' }, anonymous)
  expect(await reset()).toMatchObject({ error: { code: 'FORBIDDEN' } })
  expect(await reset()).toMatchObject(limited)
  if (!guest) throw new Error('no session')
  const change = { current: ana.password, password: 'another quiet harbour' }
  expect(await auth.changePassword(change, guest, anonymous)).toMatchObject({ error: { reason: 'noPassword' } })
  const tokens = createConsoleTokens(auth.ports)
  const context = contextOf(guest.principal)
  const { token, id } = got(await tokens.create(context, { name: 'ci', scopes: ['read'], expires_in_days: 1 }))
  const admit = () => tokens.admit(new Headers({ authorization: `Bearer ${token}` }), 'read')
  expect(await admit()).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
  expect(await admit()).toMatchObject(limited)
  got(await tokens.revoke(context, id))
  expect(await tokens.revoke(context, id)).toMatchObject({ error: { code: 'NOT_FOUND' } })
  const ownerOf = async () => (await tokens.list()).map(({ owner }) => owner)
  expect(await ownerOf()).toEqual([null])
  await database.client.user.update({ where: { id: guest.userId }, data: { email: 'own@example.com', isGuest: false } })
  expect(await ownerOf()).toEqual(['own@example.com'])
  await database.client.user.delete({ where: { id: guest.userId } })
  expect(await ownerOf()).toEqual([null])
})

describe('guests', () => {
  it('a guest is a separate user with the lowest trust', async () => {
    const one = await auth.readSession(browserWith(got(await auth.beginGuest(anonymous)).cookie))
    const two = await auth.readSession(browserWith(got(await auth.beginGuest(anonymous)).cookie))
    expect(one).toMatchObject({ isGuest: true, principal: { role: 'guest', source: 'public', trust: 'network' } })
    expect(two?.userId).not.toBe(one?.userId)
  })

  it('a guest who signs up keeps their user under a new session, and the old session ends', async () => {
    const before = browserWith(got(await auth.beginGuest(anonymous)).cookie)
    const guest = await auth.readSession(before)
    const after = browserWith(got(await auth.signUp(ana, before)))
    const traveler = await auth.readSession(after)
    expect(traveler).toMatchObject({ userId: guest?.userId, isGuest: false, principal: { role: 'traveler' } })
    expect(traveler?.sessionId).not.toBe(guest?.sessionId)
    expect(await auth.readSession(before)).toBeNull()
    expect(await database.client.user.findFirstOrThrow()).toMatchObject({ guestExpiresAt: null })
    expect((await auditRows()).at(-1)).toMatchObject({ action: 'user.signed_up', detail: { was_guest: true } })
  })

  it('concurrent sign-ups of one guest create one account', async () => {
    const guest = await auth.readSession(browserWith(got(await auth.beginGuest(anonymous)).cookie))
    const outcomes = await Promise.all(
      ['ana@example.com', 'ben@example.com'].map((email) =>
        signUp(auth.ports, { ...ana, email }, { key: '198.51.100.7', userAgent: null }, guest),
      ),
    )
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'CONFLICT' } })
    expect(await database.client.user.count()).toBe(1)
  })

  it('a traveler who signs up again creates another account and keeps the first', async () => {
    const first = browserWith(got(await auth.signUp(ana, anonymous)))
    got(await auth.signUp({ ...ana, email: 'ben@example.com' }, first))
    expect(await database.client.user.count()).toBe(2)
    got(await auth.signIn(ana, anonymous))
  })

  it('deletes expired guests with their searches and keeps travelers and operators', async () => {
    const guest = await auth.readSession(browserWith(got(await auth.beginGuest(anonymous)).cookie))
    const operator = browserWith(got(await auth.signUp({ ...ana, email: 'ben@example.com' }, anonymous)))
    const signedIn = await auth.readSession(operator)
    const made = await auth.ensureOperatorToken()
    if (!signedIn || !made) throw new Error('no session or token')
    got(await auth.becomeOperator(made, signedIn, operator))
    const signedUp = got(await auth.signUp(ana, anonymous))
    const traveler = await auth.readSession(browserWith(signedUp))
    for (const [id, userId] of [
      ['exec_guest', guest?.userId],
      ['exec_traveler', traveler?.userId],
    ] as const) {
      const principalId = userId ?? ''
      await database.client.execution.create({ data: { ...execution, id, principalId, userId: principalId } })
    }
    clock.advance((sessionLifetimeS + 1) * 1000)
    expect(await deleteExpiredGuests(auth.ports)).toEqual({ guests: 1 })
    expect(await database.client.user.count()).toBe(2)
    expect(await database.client.execution.findMany({ select: { id: true } })).toEqual([{ id: 'exec_traveler' }])
  })
})

describe('sessions', () => {
  it('sign-out ends this session only', async () => {
    const here = browserWith(got(await auth.signUp(ana, anonymous)))
    const there = browserWith(got(await auth.signIn(ana, anonymous)))
    const cleared = await auth.signOut(here)
    expect(cleared).toMatchObject({ value: '', expires: new Date(0) })
    expect(await auth.readSession(here)).toBeNull()
    expect(await auth.readSession(there)).not.toBeNull()
  })

  it('signing out everywhere ends each session of this person and of no other person', async () => {
    const here = browserWith(got(await auth.signUp(ana, anonymous)))
    const there = browserWith(got(await auth.signIn(ana, anonymous)))
    const other = browserWith(got(await auth.signUp({ ...ana, email: 'ben@example.com' }, anonymous)))
    const signedIn = await auth.readSession(here)
    if (!signedIn) throw new Error('no session')
    await auth.signOutEverywhere(signedIn, here)
    expect(await auth.readSession(here)).toBeNull()
    expect(await auth.readSession(there)).toBeNull()
    expect(await auth.readSession(other)).not.toBeNull()
    expect((await auditRows()).at(-1)).toMatchObject({
      action: 'user.signed_out_everywhere',
      detail: { sessions: 2 },
    })
  })

  it('a session ends after its lifetime', async () => {
    const here = browserWith(got(await auth.signUp(ana, anonymous)))
    clock.advance(sessionLifetimeS * 1000 - 1)
    expect(await auth.readSession(here)).not.toBeNull()
    clock.advance(1)
    expect(await auth.readSession(here)).toBeNull()
  })

  it('accepts a session id only with the user it belongs to', async () => {
    const mine = await auth.readSession(browserWith(got(await auth.signUp(ana, anonymous))))
    const theirs = await auth.readSession(browserWith(got(await auth.beginGuest(anonymous)).cookie))
    if (!mine || !theirs) throw new Error('no session')
    const { sessionId } = mine
    const issued = (userId: typeof mine.userId) =>
      auth.cookieOf(anonymous).issue({ userId, sessionId }, new Date(Date.now() + 1e6))
    expect(await auth.readSession(browserWith(await issued(mine.userId)))).toMatchObject({ sessionId })
    expect(await auth.readSession(browserWith(await issued(theirs.userId)))).toBeNull()
  })

  it("signing in ends the browser's previous session", async () => {
    got(await auth.signUp(ana, anonymous))
    const guest = browserWith(got(await auth.beginGuest(anonymous)).cookie)
    got(await auth.signIn(ana, guest))
    expect(await auth.readSession(guest)).toBeNull()
  })

  it('lists the valid sessions, the latest seen first', async () => {
    const first = browserWith(got(await auth.signUp(ana, anonymous)))
    clock.advance(60_000)
    const second = browserWith(got(await auth.signIn(ana, anonymous)))
    const ended = browserWith(got(await auth.signIn(ana, anonymous)))
    await auth.signOut(ended)
    clock.advance(10 * 60_000)
    const [mine, other] = [await auth.readSession(first), await auth.readSession(second)]
    clock.advance(10 * 60_000)
    await auth.readSession(first)
    if (!mine || !other) throw new Error('no session')
    const list = await auth.listSessions(mine)
    // A session is seen at most once in five minutes.
    const seenAfter = async (ms: number) => {
      clock.advance(ms)
      await auth.readSession(second)
      return (await auth.listSessions(mine)).find(({ id }) => id === other.sessionId)?.lastSeenAt.getTime()
    }
    const seen = await seenAfter(10 * 60_000)
    expect(await seenAfter(5 * 60_000 - 1)).toBe(seen)
    expect(await seenAfter(1)).toBe((seen ?? 0) + 5 * 60_000)
    expect(list.map(({ id }) => id)).toEqual([mine.sessionId, other.sessionId])
    expect(list[0]).toMatchObject({ userAgent: 'Test browser' })
  })
})

it('alerts to a browser go on for the person who signs in again there, and for a guest who signs in, and for nobody else', async () => {
  const { client: db } = database
  const subscribe = async (headers: Headers) => {
    const signedIn = await auth.readSession(headers)
    if (!signedIn) throw new Error('no session')
    const { userId, sessionId } = signedIn
    await db.pushSubscription.deleteMany()
    const keys = { id: 'push_1', endpointHash: 'e', sealed: 's', language: 'en', locale: 'en-US' }
    await db.pushSubscription.create({ data: { ...keys, userId, sessionId, createdAt: new Date() } })
  }
  const isOf = async (headers: Headers) => {
    const { userId, sessionId } = (await auth.readSession(headers)) ?? {}
    const [one] = await db.pushSubscription.findMany()
    return one?.userId === userId && one?.sessionId === sessionId
  }
  const first = browserWith(got(await auth.signUp(ana, anonymous)))
  await subscribe(first)
  expect(await isOf(browserWith(got(await auth.signIn(ana, anonymous))))).toBe(false)
  const again = browserWith(got(await auth.signIn(ana, first)))
  expect(await isOf(again)).toBe(true)
  const other = browserWith(got(await auth.signUp({ ...ana, email: 'ben@example.com' }, again)))
  expect(await isOf(other)).toBe(false)
  expect(await isOf(browserWith(got(await auth.signIn({ ...ana, email: 'ben@example.com' }, again))))).toBe(false)
  const guest = browserWith(got(await auth.beginGuest(anonymous)).cookie)
  await subscribe(guest)
  expect(await isOf(browserWith(got(await auth.signIn(ana, guest))))).toBe(true)
  const details = (await auditRows()).filter(({ action }) => action === 'user.signed_up').map(({ detail }) => detail)
  expect(details).toMatchObject([{ was_guest: false }, { was_guest: false }])
  const failing = { ...auth.ports, audit: { record: () => Promise.reject(new Error('no room')) } }
  const form = { ...ana, email: 'cleo@example.com' }
  await expect(signUp(failing, form, { key: '198.51.100.7', userAgent: null }, null)).rejects.toThrow('no room')
})

describe('the operator token', () => {
  it('is created only if there is no operator and no unused token, and is stored as a hash', async () => {
    const made = await Promise.all([auth.ensureOperatorToken(), auth.ensureOperatorToken()])
    const tokens = made.filter((one) => one !== undefined)
    expect(tokens).toHaveLength(1)
    expect(tokens[0]?.token).toMatch(/^atk_[0-9A-Za-z]{22}$/)
    const rows = JSON.stringify(await database.client.operatorToken.findMany())
    expect(rows).not.toContain(tokens[0]?.token)
    expect(rows).not.toContain(tokens[0]?.token.slice(4))
  })

  it('makes only the first user an operator, gives that user a new session and writes an audit row', async () => {
    const made = await auth.ensureOperatorToken()
    const here = browserWith(got(await auth.signUp(ana, anonymous)))
    const there = browserWith(got(await auth.signUp({ ...ana, email: 'ben@example.com' }, anonymous)))
    const [mine, theirs] = [await auth.readSession(here), await auth.readSession(there)]
    if (!mine || !theirs || !made) throw new Error('no session or token')
    const outcomes = await Promise.all([
      auth.becomeOperator(made, mine, here),
      auth.becomeOperator(made, theirs, there),
    ])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'FORBIDDEN' } })
    const cookie = got(outcomes.find(({ ok }) => ok) ?? outcomes[0])
    expect(await auth.readSession(browserWith(cookie))).toMatchObject({
      principal: { role: 'operator', source: 'main', trust: 'full' },
    })
    expect(await database.client.user.count({ where: { role: 'operator' } })).toBe(1)
    expect((await auditRows()).at(-1)).toMatchObject({ action: 'operator.granted' })
    expect(await auth.ensureOperatorToken()).toBeUndefined()
  })

  it('a guest becomes an operator only with an account, and the token stays unused until then', async () => {
    const made = await auth.ensureOperatorToken()
    const guest = browserWith(got(await auth.beginGuest(anonymous)).cookie)
    const signedIn = await auth.readSession(guest)
    if (!signedIn || !made) throw new Error('no session or token')
    expect(await auth.becomeOperator(made, signedIn, guest)).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
    const account = browserWith(got(await auth.signUp(ana, guest)))
    const person = await auth.readSession(account)
    if (!person) throw new Error('no session')
    const operator = browserWith(got(await auth.becomeOperator(made, person, account)))
    expect(await auth.readSession(account)).toBeNull()
    expect(await auth.readSession(operator)).toMatchObject({ principal: { role: 'operator' } })
  })

  it('a new token replaces a lost one', async () => {
    const lost = await auth.ensureOperatorToken()
    const fresh = await auth.reissueOperatorToken()
    const here = browserWith(got(await auth.signUp(ana, anonymous)))
    const signedIn = await auth.readSession(here)
    if (!signedIn || !lost) throw new Error('no session or token')
    expect(await auth.becomeOperator(lost, signedIn, here)).toMatchObject({ error: { code: 'FORBIDDEN' } })
    got(await auth.becomeOperator(fresh, signedIn, here))
  })

  it('allows only a limited number of attempts', async () => {
    auth = createTestAuth(database.client, { policies: { operatorToken: { points: 1, durationS: 60 } } }).auth
    const here = browserWith(got(await auth.signUp(ana, anonymous)))
    const signedIn = await auth.readSession(here)
    if (!signedIn) throw new Error('no session')
    await auth.becomeOperator({ token: 'atk_wrong' }, signedIn, here)
    expect(await auth.becomeOperator({ token: 'atk_wrong' }, signedIn, here)).toMatchObject({
      error: { code: 'RATE_LIMITED' },
    })
  })
})

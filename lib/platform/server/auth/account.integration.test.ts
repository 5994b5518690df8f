import { expect, it } from 'vitest'
import type { SearchNote } from '#lib/travel/model/search-note.ts'
import { readKeptSearches } from '#lib/travel/server/account/kept-searches.ts'
import type { DatabaseClient } from '../db/client.ts'
import { emptyTestDatabase } from '../db/testing.ts'
import { tablesNaming } from '../db/testing-tables-naming.ts'
import { got } from '../http/testing/got.ts'
import { commandLine } from './context.ts'
import { deleteExpiredGuests } from './guest.ts'
import { browserWith, createTestAuth } from './testing.ts'

const ana = { email: 'ana@example.com', password: 'quiet harbour lights' }
const next = 'another quiet harbour'
const trip = { kind: 'flights', from: 'SEA', to: 'NRT', start: '2027-01-15', end: null } as const
const anonymous = browserWith()

async function start() {
  const database = await emptyTestDatabase()
  const { client: db } = database
  const { auth, clock } = createTestAuth(db)
  const signUp = async () => {
    const headers = browserWith(got(await auth.signUp(ana, anonymous)))
    const signedIn = await auth.readSession(headers)
    if (signedIn === null) throw new Error('The session is invalid')
    return { headers, signedIn }
  }
  const guest = async () => {
    const signedIn = await auth.readSession(browserWith(got(await auth.beginGuest(anonymous)).cookie))
    if (signedIn === null) throw new Error('The session is invalid')
    return signedIn
  }
  const search = (userId: string, id: string, input: object) =>
    db.execution.create({
      data: {
        id,
        skill: 'flight-search',
        version: '0.1.0',
        skillDigest: 'd',
        action: 'search_flights',
        principalId: userId,
        userId,
        status: 'success',
        source: 'public',
        trust: 'network',
        input,
        instanceId: 'inst_test',
      },
    })
  let kept = 0
  const keep = (userId: string, note: SearchNote) =>
    db.keptSearch.create({ data: { userId, note: JSON.stringify(note), searchedAt: new Date(++kept * 1000) } })
  const signIn = async (password: string) => (await auth.signIn({ ...ana, password }, anonymous)).ok
  const audited = async () =>
    (await db.auditEvent.findMany({ orderBy: [{ lane: 'asc' }, { seq: 'asc' }] })).map(({ action }) => action)
  return {
    db,
    auth,
    clock,
    signUp,
    guest,
    search,
    keep,
    signIn,
    audited,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

it('a password change starts a new session, ends all others and disables the old password', async () => {
  await using world = await start()
  const { headers, signedIn } = await world.signUp()
  const elsewhere = browserWith(got(await world.auth.signIn(ana, anonymous)))
  const wrong = await world.auth.changePassword({ current: 'a guess of mine', password: next }, signedIn, headers)
  expect(wrong).toMatchObject({ error: { code: 'FORBIDDEN', details: { current: expect.any(String) } } })
  const weak = await world.auth.changePassword({ current: ana.password, password: 'short' }, signedIn, headers)
  expect(weak).toMatchObject({ error: { code: 'INVALID_INPUT', details: { password: expect.any(String) } } })
  const fresh = browserWith(
    got(await world.auth.changePassword({ current: ana.password, password: next }, signedIn, headers)),
  )
  expect([await world.auth.readSession(headers), await world.auth.readSession(elsewhere)]).toEqual([null, null])
  expect(await world.auth.readSession(fresh)).toMatchObject({ email: 'ana@example.com' })
  expect([await world.signIn(ana.password), await world.signIn(next)]).toEqual([false, true])
  expect(await world.audited()).toContain('user.password_changed')
})

it('limits guesses at the current password', async () => {
  await using world = await start()
  const { headers, signedIn } = await world.signUp()
  const guess = () => world.auth.changePassword({ current: 'a guess of mine', password: next }, signedIn, headers)
  for (let times = 0; times < 10; times += 1) await guess()
  expect(await guess()).toMatchObject({ error: { code: 'RATE_LIMITED' } })
})

it('deletes an account with its searches and sessions, and keeps those of other accounts', async () => {
  await using world = await start()
  const { headers, signedIn } = await world.signUp()
  const other = await world.guest()
  await world.search(signedIn.userId, 'exec_mine', {})
  await world.search(other.userId, 'exec_other', {})
  await world.keep(signedIn.userId, trip)
  await world.keep(other.userId, trip)
  const wrong = await world.auth.deleteAccount({ current: 'a guess of mine' }, signedIn, headers)
  expect(wrong).toMatchObject({ error: { code: 'FORBIDDEN' } })
  expect(await world.auth.deleteAccount({}, signedIn, headers)).toMatchObject({ error: { code: 'FORBIDDEN' } })
  const cleared = got(await world.auth.deleteAccount({ current: ana.password }, signedIn, headers))
  expect(cleared).toMatchObject({ value: '', expires: new Date(0) })
  expect(await world.auth.readSession(headers)).toBeNull()
  expect(await world.signIn(ana.password)).toBe(false)
  expect((await world.db.execution.findMany()).map(({ id }) => id)).toEqual(['exec_other'])
  expect((await world.db.keptSearch.findMany()).map(({ userId }) => userId)).toEqual([other.userId])
  expect((await world.db.user.findMany()).map(({ id }) => id)).toEqual([other.userId])
  expect((await world.db.session.findMany()).map(({ userId }) => userId)).toEqual([other.userId])
  expect((await world.audited()).at(-1)).toBe('user.deleted')
})

/** What a person leaves in tables that do not refer to accounts. */
async function leaveTraces(db: DatabaseClient, principalId: string) {
  const at = new Date(1)
  const call = { digest: 'd', action: 'a', inputHash: 'h', prompt: 'Sure?' }
  await db.confirmation.create({ data: { id: 'conf_1', principalId, sealedInput: 'sealed', ...call, expiresAt: at } })
  await db.keptOffer.create({ data: { principalId, id: 'o', skill: 's', offer: {}, fetchedAt: '', keptAt: at } })
  await db.mcpSession.create({ data: { id: 'm', principalId, handshake: '{}' } })
  await db.storedValue.create({ data: { skill: 's', principalId, key: 'k', value: '1' } })
}
const isOfAudit = (table: string) => table.startsWith('audit_')

it.each(['deletes their data with one click', 'expires'])(
  'nothing but the audit trail names a guest who %s',
  async (how) => {
    await using world = await start()
    const guest = await world.guest()
    await world.search(guest.userId, 'exec_mine', {})
    await world.keep(guest.userId, trip)
    await leaveTraces(world.db, guest.userId)
    if (how === 'expires') {
      world.clock.advance(400 * 24 * 60 * 60_000)
      await deleteExpiredGuests(world.auth.ports)
    } else {
      got(await world.auth.deleteAccount({}, guest, anonymous))
    }
    expect((await tablesNaming(world.db, guest.userId)).filter((table) => !isOfAudit(table))).toEqual([])
  },
)

it('a reset link sets a password once, within a day, and ends all sessions', async () => {
  await using world = await start()
  const { headers } = await world.signUp()
  expect(await world.auth.makeResetToken(commandLine, { email: 'ben@example.com' })).toBeUndefined()
  const token = (await world.auth.makeResetToken(commandLine, { email: ' ANA@example.com ' })) ?? ''
  const late = (await world.auth.makeResetToken(commandLine, { email: ana.email })) ?? ''
  const reset = (text: string, password = next) => world.auth.resetPassword({ token: text, password }, anonymous)
  const [userId = '', until = '', mark = ''] = token.split('.')
  for (const wrong of ['', `${userId}.${Number(until) + 1}.${mark}`, `user_1.${until}.${mark}`, `${token}a`]) {
    expect(await reset(wrong)).toMatchObject({ error: { code: 'FORBIDDEN' } })
    expect(await world.auth.whyNoReset(wrong)).toBe(wrong === '' ? 'resetLinkIncomplete' : 'resetLinkEnded')
  }
  expect(await world.auth.whyNoReset(token)).toBeUndefined()
  got(await reset(token))
  expect(await world.auth.readSession(headers)).toBeNull()
  expect([await world.signIn(ana.password), await world.signIn(next)]).toEqual([false, true])
  for (const used of [token, late]) {
    expect(await reset(used, ana.password)).toMatchObject({ error: { code: 'FORBIDDEN' } })
    expect(await world.auth.whyNoReset(used)).toBe('resetLinkEnded')
  }
  const old = (await world.auth.makeResetToken(commandLine, { email: ana.email })) ?? ''
  world.clock.advance(24 * 60 * 60_000)
  expect(await world.auth.whyNoReset(old)).toBe('resetLinkEnded')
  expect(await reset(old, ana.password)).toMatchObject({ error: { code: 'FORBIDDEN' } })
})

it('after a reset, a person who had guessed too many passwords can sign in', async () => {
  await using world = await start()
  await world.signUp()
  for (let times = 0; times < 10; times += 1) await world.signIn('a guess of mine')
  expect(await world.signIn(ana.password)).toBe(false)
  const token = (await world.auth.makeResetToken(commandLine, { email: ana.email })) ?? ''
  got(await world.auth.resetPassword({ token, password: next }, anonymous))
  expect(await world.signIn(next)).toBe(true)
})

it('the overview lists the stored searches, latest first, and tells whether there is an operator', async () => {
  await using world = await start()
  const { signedIn } = await world.signUp()
  const stay = { kind: 'hotels', from: 'AUA', to: null, start: '2027-01-15', end: '2027-01-22' } as const
  await world.keep(signedIn.userId, trip)
  await world.keep(signedIn.userId, stay)
  await world.db.keptSearch.create({ data: { userId: signedIn.userId, note: '{}', searchedAt: new Date() } })
  expect(await world.auth.accountOverview(signedIn)).toMatchObject({ hasPassword: true, hasOperator: false })
  expect(await readKeptSearches(world.db, signedIn.userId)).toMatchObject([stay, trip])
  await world.db.user.update({ where: { id: signedIn.userId }, data: { role: 'operator' } })
  expect(await world.auth.accountOverview(await world.guest())).toMatchObject({
    hasPassword: false,
    hasOperator: true,
  })
})

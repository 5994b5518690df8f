import { expect, it, vi } from 'vitest'
import { createTestDatabase } from '../db/testing.ts'
import type { Outcome } from '../http/outcome.ts'
import { got } from '../http/testing/got.ts'
import { changePassword } from './change-password.ts'
import { commandLine } from './context.ts'
import { deleteAccount } from './delete-account.ts'
import { proveWithPassword } from './fresh-sign-in.ts'
import { continueAsGuest, deleteExpiredGuests } from './guest.ts'
import { admitOidcIdentity, signInWithOidc } from './oidc-account.ts'
import { resetPassword } from './password-reset.ts'
import type { AuthPorts } from './ports.ts'
import { sessionLifetimeS } from './session-cookie.ts'
import { checkSession, type StartedSession } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { browserWith, createTestAuth } from './testing.ts'

const ana = { email: 'ana@example.com', password: 'quiet harbour lights' }
const next = 'another quiet harbour'
const anonymous = browserWith()
const client = { key: '198.51.100.7', userAgent: null }

async function start() {
  const database = await createTestDatabase()
  const { client: db } = database
  const { auth, clock } = createTestAuth(db)
  const { ports } = auth
  const signedInWith = async (headers: Headers) => {
    const signedIn = await auth.readSession(headers)
    if (signedIn === null) throw new Error('The session is invalid')
    return signedIn
  }
  const signedInOf = async (started: Outcome<StartedSession>) => {
    const signedIn = await checkSession(ports, got(started))
    if (signedIn === null) throw new Error('The session is invalid')
    return signedIn
  }
  const search = (userId: string) =>
    db.execution.create({
      data: {
        id: `exec_${userId}`,
        skill: 'flight-search',
        version: '0.1.0',
        skillDigest: 'd',
        action: 'search_flights',
        principalId: userId,
        userId,
        status: 'running',
        source: 'public',
        trust: 'network',
        input: {},
        instanceId: 'inst_test',
      },
    })
  /** The ports, which run `happen` between the verification of a password and its use. */
  const afterVerifying = (happen: () => Promise<unknown>): AuthPorts => {
    const verify: AuthPorts['passwords']['verify'] = async (...given) => {
      const verdict = await ports.passwords.verify(...given)
      await happen()
      return verdict
    }
    return { ...ports, passwords: { ...ports.passwords, verify } }
  }
  /** The ports, which run `happen` once right before users are deleted through Prisma or SQL. */
  const beforeDeleting = (happen: () => Promise<unknown>): AuthPorts => {
    let left = 1
    const hooked = async <Args, Result>({ args, query }: { args: Args; query: (args: Args) => Result }) => {
      left -= 1
      if (left === 0) await happen()
      return query(args)
    }
    return { ...ports, db: Object(db.$extends({ query: { user: { deleteMany: hooked }, $queryRaw: hooked } })) }
  }
  const standing = (userId: string) => db.session.count({ where: { userId, revokedAt: null } })
  return {
    db,
    auth,
    ports,
    clock,
    signedInWith,
    signedInOf,
    search,
    afterVerifying,
    beforeDeleting,
    standing,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

it.each(['changed', 'reset'])('refuses a sign-in whose password is %s during verification', async (how) => {
  await using world = await start()
  const { auth } = world
  const headers = browserWith(got(await auth.signUp(ana, anonymous)))
  const signedIn = await world.signedInWith(headers)
  const token = (await auth.makeResetToken(commandLine, { email: ana.email })) ?? ''
  const ports = world.afterVerifying(async () => {
    if (how === 'changed') got(await auth.changePassword({ current: ana.password, password: next }, signedIn, headers))
    else got(await auth.resetPassword({ token, password: next }, anonymous))
  })
  expect(await signIn(ports, ana, client, undefined)).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
  expect(await world.standing(signedIn.userId)).toBe(how === 'changed' ? 1 : 0)
})

it.each([
  ['a changed password', 1],
  ['a sign-out everywhere', 0],
] as const)('%s also ends a session that is being created', async (how, left) => {
  await using world = await start()
  const { auth, db } = world
  const headers = browserWith(got(await auth.signUp(ana, anonymous)))
  const signedIn = await world.signedInWith(headers)
  const waits = async () => {
    const [found] = await db.$queryRaw<{ waiting: bigint }[]>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return (found?.waiting ?? 0n) > 0n
  }
  const form = { current: ana.password, password: next }
  let ended: Promise<unknown> | undefined
  const record: AuthPorts['audit']['record'] = async (tx, row) => {
    const isChange = how === 'a changed password'
    ended = isChange ? auth.changePassword(form, signedIn, headers) : auth.signOutEverywhere(signedIn, headers)
    await Promise.race([ended, vi.waitUntil(waits, { timeout: 30_000 })])
    await world.ports.audit.record(tx, row)
  }
  got(await signIn({ ...world.ports, audit: { record } }, ana, client, undefined))
  await ended
  expect(await world.standing(signedIn.userId)).toBe(left)
})

it('refuses the operator token in an ended session and leaves it unused', async () => {
  await using world = await start()
  const { auth } = world
  const made = await auth.ensureOperatorToken()
  const headers = browserWith(got(await auth.signUp(ana, anonymous)))
  const signedIn = await world.signedInWith(headers)
  const fresh = got(await auth.changePassword({ current: ana.password, password: next }, signedIn, headers))
  expect(await auth.becomeOperator(made, signedIn, headers)).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
  expect(await world.standing(signedIn.userId)).toBe(1)
  got(await auth.becomeOperator(made, await world.signedInWith(browserWith(fresh)), headers))
})

it('of a password that changes during its use, only the first use counts', async () => {
  await using world = await start()
  const { auth, ports } = world
  const headers = browserWith(got(await auth.signUp(ana, anonymous)))
  const signedIn = await world.signedInWith(headers)
  const token = (await auth.makeResetToken(commandLine, { email: ana.email })) ?? ''
  const form = { current: ana.password, password: next }
  const changing = world.afterVerifying(async () => {
    got(await auth.changePassword(form, signedIn, headers))
  })
  expect(await changePassword(changing, form, signedIn, client)).toMatchObject({ error: { code: 'CONFLICT' } })
  expect(await world.standing(signedIn.userId)).toBe(1)

  const back = { current: next, password: ana.password }
  const late = (await auth.makeResetToken(commandLine, { email: ana.email })) ?? ''
  const hash: AuthPorts['passwords']['hash'] = async (...given) => {
    const fresh = browserWith(got(await auth.signIn({ ...ana, password: next }, anonymous)))
    got(await auth.changePassword(back, await world.signedInWith(fresh), fresh))
    return ports.passwords.hash(...given)
  }
  const hashing = { ...ports, passwords: { ...ports.passwords, hash } }
  for (const used of [token, late]) {
    const reset = resetPassword(hashing, auth.settings.sessionKey, { token: used, password: 'a third harbour' }, client)
    expect(await reset).toMatchObject({ error: { code: 'FORBIDDEN' } })
  }
  expect(await world.standing(signedIn.userId)).toBe(1)

  const here = browserWith(got(await auth.signIn(ana, anonymous)))
  const session = await world.signedInWith(here)
  const ending = world.afterVerifying(() => auth.signOut(here))
  expect(await proveWithPassword(ending, { current: ana.password }, session, client)).toMatchObject({
    error: { code: 'UNAUTHENTICATED' },
  })
  got(await deleteAccount(ports, { current: ana.password }, session, client))
  expect(await deleteAccount(ports, { current: ana.password }, session, client)).toMatchObject({
    error: { reason: 'accountChanged' },
  })
})

it('deletes a search that starts while its user is deleted', async () => {
  await using world = await start()
  const headers = browserWith(got(await world.auth.signUp(ana, anonymous)))
  const signedIn = await world.signedInWith(headers)
  const ports = world.beforeDeleting(() => world.search(signedIn.userId))
  got(await deleteAccount(ports, { current: ana.password }, signedIn, client))
  expect([await world.db.user.count(), await world.db.execution.count()]).toEqual([0, 0])
  await expect(world.search(signedIn.userId)).rejects.toThrow()
})

it('deletes a search that starts while its guest expires', async () => {
  await using world = await start()
  const { userId } = got(await continueAsGuest(world.ports, client, undefined))
  world.clock.advance((sessionLifetimeS + 1) * 1000)
  await deleteExpiredGuests(world.beforeDeleting(() => world.search(userId)))
  expect([await world.db.user.count(), await world.db.execution.count()]).toEqual([0, 0])
})

it('does not delete an account whose password changes during verification', async () => {
  await using world = await start()
  const { auth } = world
  const headers = browserWith(got(await auth.signUp(ana, anonymous)))
  const signedIn = await world.signedInWith(headers)
  await world.search(signedIn.userId)
  const ports = world.afterVerifying(() =>
    auth.changePassword({ current: ana.password, password: next }, signedIn, headers),
  )
  const outcome = await deleteAccount(ports, { current: ana.password }, signedIn, client)
  expect(outcome).toMatchObject({ error: { code: 'CONFLICT' } })
  expect([await world.db.user.count(), await world.db.execution.count()]).toEqual([1, 1])
})

it('a guest who signs up in another tab at the same time is not deleted with one click', async () => {
  await using world = await start()
  const headers = browserWith(got(await world.auth.beginGuest(anonymous)).cookie)
  const signedIn = await world.signedInWith(headers)
  const ports = world.beforeDeleting(() => world.auth.signUp(ana, headers))
  expect(await deleteAccount(ports, {}, signedIn, client)).toMatchObject({ error: { code: 'CONFLICT' } })
  // The same if the click comes after the sign-up.
  expect(await deleteAccount(world.ports, {}, signedIn, client)).toMatchObject({ error: { code: 'FORBIDDEN' } })
  expect(await world.db.user.findMany()).toMatchObject([{ id: signedIn.userId, email: ana.email }])
})

it('deletes a provider account only with its email address, or with a fixed word if it has no address', async () => {
  await using world = await start()
  const delivered = async (emailVerified: boolean) => {
    const identity = { issuer: 'https://id.example', subject: `${emailVerified}`, email: ana.email, emailVerified }
    got(await admitOidcIdentity(world.ports, identity, null))
    return world.signedInOf(await signInWithOidc(world.ports, identity, client, undefined))
  }
  for (const [verified, field, right] of [
    [true, 'email', ' Ana@Example.com '],
    [false, 'word', 'Delete'],
  ] as const) {
    const signedIn = await delivered(verified)
    for (const form of [{}, { [field]: 'no' }]) {
      const refused = await deleteAccount(world.ports, form, signedIn, client)
      expect(refused).toMatchObject({ error: { code: 'FORBIDDEN', details: { [field]: expect.any(String) } } })
    }
    got(await deleteAccount(world.ports, { [field]: right }, signedIn, client))
  }
  expect(await world.db.user.count()).toBe(0)
})

it("writes a password change's audit row last in its transaction", async () => {
  await using world = await start()
  const headers = browserWith(got(await world.auth.signUp(ana, anonymous)))
  const signedIn = await world.signedInWith(headers)
  const standing: number[] = []
  const record: AuthPorts['audit']['record'] = async (tx, row) => {
    const [counted] = await tx.$queryRaw<{ count: number }[]>`
      select count(*)::int as count from sessions where user_id = ${signedIn.userId} and revoked_at is null`
    standing.push(counted?.count ?? 0)
    await world.ports.audit.record(tx, row)
  }
  const form = { current: ana.password, password: next }
  got(await changePassword({ ...world.ports, audit: { record } }, form, signedIn, client))
  expect(standing).toEqual([1])
})

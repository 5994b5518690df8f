import { expect, it } from 'vitest'
import { createConsoleTokens } from '#lib/platform/server/auth/console-tokens.ts'
import { commandLine, contextOf } from '#lib/platform/server/auth/context.ts'
import { admitOidcIdentity, signInWithOidc } from '#lib/platform/server/auth/oidc-account.ts'
import { browserWith, createTestAuth } from '#lib/platform/server/auth/testing.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { changePerson } from './change-person.ts'
import { listPeople } from './list-people.ts'
import { readPerson } from './read-person.ts'

const password = 'quiet harbour lights'
const anonymous = browserWith()
const minute = 60_000

async function start() {
  const database = await createTestDatabase()
  const { auth, clock } = createTestAuth(database.client)
  const { db, audit } = auth.ports
  const ports = { db, audit, clock }

  const signUp = async (name: string, isOperator = true) => {
    const headers = browserWith(got(await auth.signUp({ email: `${name}@example.com`, password, name }, anonymous)))
    const id = (await auth.readSession(headers))?.userId ?? ''
    if (isOperator) await db.user.update({ where: { id }, data: { role: 'operator' } })
    const context = contextOf((await auth.readSession(headers))?.principal ?? commandLine.principal)
    return { id, headers, context, email: `${name}@example.com` }
  }
  const operators = () => db.user.count({ where: { role: 'operator', disabledAt: null } })
  const auditOf = async (action: string) =>
    (await db.auditEvent.findMany({ where: { action } })).map(({ subject, detail, actor }) => ({
      subject,
      detail,
      actor,
    }))
  const tokens = createConsoleTokens(auth.ports)
  return {
    ...{ auth, clock, db, ports, tokens, signUp, operators, auditOf },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

it('whoever has just signed up has signed in, in the list as on the page of the person', async () => {
  await using world = await start()
  const { id } = await world.signUp('ada')
  const { people } = got(await listPeople(world.ports, {}, id))
  const { sign_ins } = got(await readPerson(world.ports, id))
  expect(people.map(({ signed_in_at }) => signed_in_at)).toEqual(sign_ins.map(({ at }) => at))
  expect(sign_ins).toHaveLength(1)
})

it('never takes the last operator away, however two operators leave at once', async () => {
  await using world = await start()
  const { auth, ports } = world
  for (const [first, second] of [
    ['disable', 'disable'],
    ['unmake_operator', 'disable'],
    ['unmake_operator', 'delete'],
    ['delete', 'delete'],
  ] as const) {
    const [ada, ben] = [await world.signUp(`ada-${first}-${second}`), await world.signUp(`ben-${first}-${second}`)]
    await world.db.user.updateMany({ where: { id: { notIn: [ada.id, ben.id] } }, data: { role: 'traveler' } })
    const leave = async ({ id, headers }: typeof ada, how: typeof first | typeof second) => {
      if (how !== 'delete') return changePerson(ports, commandLine, id, how)
      const signedIn = await auth.readSession(headers)
      if (signedIn === null) throw new Error('no session')
      return auth.deleteAccount({ current: password }, signedIn, headers)
    }
    const outcomes = await Promise.all([leave(ada, first), leave(ben, second)])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'CONFLICT' } })
    expect(await world.operators()).toBe(1)
  }
})

it('a disabled person is signed out at once at every door, until an operator enables the account', async () => {
  await using world = await start()
  const { auth, ports, clock } = world
  const { ports: authPorts } = auth
  const operator = await world.signUp('ada')
  const ben = await world.signUp('ben', false)
  const identity = { issuer: 'https://id.example', subject: 'ben', emailVerified: false }
  got(await admitOidcIdentity(authPorts, identity, null))
  await world.db.account.updateMany({ data: { userId: ben.id } })
  const withProvider = () => signInWithOidc(authPorts, identity, { key: 'k', userAgent: null }, undefined)
  got(await withProvider())
  const token = got(await world.tokens.create(operator.context, { name: 'ci', scopes: ['read'], expires_in_days: 1 }))
  await world.signUp('cleo')

  for (const { id } of [ben, operator]) got(await changePerson(ports, commandLine, id, 'disable'))
  expect(await auth.readSession(ben.headers)).toBeNull()
  expect(await world.db.session.count({ where: { userId: ben.id, revokedAt: null } })).toBe(0)
  expect(await auth.signIn({ email: ben.email, password: 'a wrong guess' }, anonymous)).toMatchObject({
    error: { code: 'UNAUTHENTICATED' },
  })
  expect(await auth.signIn({ email: ben.email, password }, anonymous)).toMatchObject({
    error: { code: 'FORBIDDEN', reason: 'accountDisabled' },
  })
  expect(await admitOidcIdentity(authPorts, identity, null)).toMatchObject({ error: { code: 'FORBIDDEN' } })
  expect(await withProvider()).toMatchObject({ error: { code: 'FORBIDDEN' } })
  const bearer = new Headers({ authorization: `Bearer ${token.token}` })
  expect(await world.tokens.admit(bearer, 'read')).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })

  // A session that began while the account was disabled is not valid either.
  const started = { userId: ben.id, createdAt: new Date(clock.now()), expiresAt: new Date(clock.now() + minute) }
  const kept = await world.db.session.findFirstOrThrow({ where: { userId: ben.id } })
  await world.db.session.update({ where: { id: kept.id }, data: { ...started, revokedAt: null } })
  expect(await auth.readSession(ben.headers)).toBeNull()

  got(await changePerson(ports, commandLine, ben.id, 'enable'))
  expect(
    await auth.readSession(browserWith(got(await auth.signIn({ email: ben.email, password }, anonymous)))),
  ).not.toBeNull()
})

it('lists who signed in when and how, with the valid sessions, and without guests', async () => {
  await using world = await start()
  const { auth, clock, ports } = world
  got(await auth.beginGuest(anonymous))
  const ada = await world.signUp('ada')
  clock.advance(minute)
  const ben = await world.signUp('ben', false)
  clock.advance(minute)
  got(await auth.signIn({ email: ben.email, password }, anonymous))
  const at = new Date(clock.now()).toISOString()
  const { people } = got(await listPeople(ports, {}, ada.id))
  expect(people).toMatchObject([
    { name: 'ben', role: 'traveler', is_self: false, sessions: 2, signed_in_at: at, has_password: true, providers: [] },
    { name: 'ada', role: 'operator', is_self: true, sessions: 1, signed_in_at: '2026-11-20T08:00:00.000Z' },
  ])
  expect(got(await listPeople(ports, { text: 'BEN@' }, ada.id)).people.map(({ id }) => id)).toEqual([ben.id])
  const operators = got(await listPeople(ports, { role: 'operator' }, ada.id)).people
  expect(operators.map(({ id }) => id)).toEqual([ada.id])
  const { sign_ins, sessions } = got(await readPerson(ports, ben.id))
  expect(sign_ins.map(({ method }) => method)).toEqual(['password', 'password'])
  expect(sign_ins[0]?.at).toBe(at)
  expect(sessions).toHaveLength(2)
  got(await changePerson(ports, commandLine, ben.id, 'end_sessions'))
  expect(got(await readPerson(ports, ben.id)).sessions).toEqual([])
})

it('a new operator signs in again, and each change is recorded once', async () => {
  await using world = await start()
  const { auth, ports } = world
  const [ada, ben] = [await world.signUp('ada'), await world.signUp('ben', false)]
  got(await changePerson(ports, ada.context, ben.id, 'make_operator'))
  expect(await auth.readSession(ben.headers)).toBeNull()
  expect(await changePerson(ports, ada.context, ben.id, 'make_operator')).toMatchObject({ error: { code: 'CONFLICT' } })
  expect(await changePerson(ports, ada.context, 'user_0000000000000000000000', 'disable')).toMatchObject({
    error: { code: 'NOT_FOUND' },
  })
  expect(await world.auditOf('operator.granted')).toEqual([
    { subject: ben.id, actor: `operator:${ada.id}`, detail: { by: 'operator', sessions: 1 } },
  ])
})

it('a token is stored as a hash, and acts under its own name, only in its scopes', async () => {
  await using world = await start()
  const { tokens, clock, db } = world
  const ada = await world.signUp('ada')
  await world.signUp('ben')
  const make = async (scopes: readonly string[], days = 1) =>
    got(await tokens.create(ada.context, { name: `ci ${scopes}`, scopes, expires_in_days: days }))
  const admit = (token: string, scope?: 'read' | 'skills' | 'profiles') =>
    tokens.admit(new Headers({ authorization: `Bearer ${token}` }), scope)
  const made = await make(['skills', 'read'])
  expect(made.last_used_at).toBeNull()
  expect(
    JSON.stringify(
      [await db.consoleToken.findMany(), await tokens.list(), await db.auditEvent.findMany()],
      (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    ),
  ).not.toContain(made.token)
  for (const scope of ['read', 'skills'] as const) {
    expect(await admit(made.token, scope)).toMatchObject({ value: { id: made.id, role: 'operator' } })
  }
  for (const scope of ['profiles', undefined] as const) {
    expect(await admit(made.token, scope)).toMatchObject({ error: { code: 'FORBIDDEN' } })
  }
  expect(await admit(`ctk_${'0'.repeat(22)}`, 'read')).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
  expect(await tokens.admit(new Headers(), 'read')).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
  // The last use is noted once a minute.
  const used = async () => (await tokens.list()).find(({ id }) => id === made.id)
  const first = await used()
  expect(first).toMatchObject({ state: 'active', owner: 'ada', scopes: ['read', 'skills'] })
  for (const [ms, isNoted] of [
    [minute - 1, false],
    [1, true],
  ] as const) {
    clock.advance(ms)
    got(await admit(made.token, 'read'))
    expect((await used())?.last_used_at !== first?.last_used_at).toBe(isNoted)
  }
  expect((await used())?.last_used_at).toBe(new Date(clock.now()).toISOString())

  const [revoked, late, ownerless] = [await make(['read'], 9), await make(['profiles']), await make(['read'], 9)]
  got(await tokens.revoke(ada.context, revoked.id))
  clock.advance(24 * 60 * minute)
  expect(await admit(revoked.token, 'read')).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
  expect(await admit(late.token, 'profiles')).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
  got(await changePerson(world.ports, commandLine, ada.id, 'unmake_operator'))
  expect(await admit(ownerless.token, 'read')).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
  const refusals = await world.auditOf('console_token.refused')
  expect(refusals.map(({ subject, actor, detail }) => [subject, actor, detail])).toEqual(
    expect.arrayContaining([
      [made.id, `console_token:${made.id}`, { name: 'ci skills,read', why: 'scope', scope: 'none' }],
      [made.id, `console_token:${made.id}`, { name: 'ci skills,read', why: 'scope', scope: 'profiles' }],
      [revoked.id, `console_token:${revoked.id}`, { name: 'ci read', why: 'revoked', scope: 'read' }],
      [late.id, `console_token:${late.id}`, { name: 'ci profiles', why: 'expired', scope: 'profiles' }],
      [ownerless.id, `console_token:${ownerless.id}`, { name: 'ci read', why: 'ownerless', scope: 'read' }],
    ]),
  )
  expect(refusals).toHaveLength(5)
})

it('a fresh sign-in is minutes old, counts for its own session, and allows one operation', async () => {
  await using world = await start()
  const { auth, clock } = world
  const { headers, email } = await world.signUp('ada')
  const need = (of: Headers) => auth.requireFreshSignIn(of)
  const refused = { error: { code: 'FORBIDDEN', reason: 'fresh_sign_in' } }
  const prove = async (current = password) => {
    const signedIn = await auth.readSession(headers)
    if (signedIn === null) throw new Error('no session')
    return auth.proveWithPassword({ current }, signedIn, headers)
  }
  // The sign-up was the proof.
  got(await need(headers))
  expect(await need(headers)).toMatchObject(refused)

  const other = browserWith(got(await auth.signIn({ email, password }, anonymous)))
  got(await need(other))
  expect(await prove('a wrong guess')).toMatchObject({ error: { code: 'FORBIDDEN', reason: 'wrongPassword' } })
  expect(await need(headers)).toMatchObject(refused)
  got(await prove())
  expect(await need(other)).toMatchObject(refused)
  const atOnce = await Promise.all([need(headers), need(headers), need(headers)])
  expect(atOnce.filter(({ ok }) => ok)).toHaveLength(1)

  got(await prove())
  clock.advance(5 * minute)
  expect(await need(headers)).toMatchObject(refused)
  expect(await need(anonymous)).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
})

it('a sign-in at a provider is fresh only if the provider says that it asked the person just now', async () => {
  await using world = await start()
  const { auth, clock } = world
  const identity = { issuer: 'https://id.example', subject: 'ben', emailVerified: false }
  got(await admitOidcIdentity(auth.ports, identity, null))
  const needAfter = async (authTime?: number) => {
    const claim = got(
      await signInWithOidc(
        auth.ports,
        { ...identity, ...(authTime === undefined ? {} : { authTime }) },
        { key: 'k', userAgent: null },
        undefined,
      ),
    )
    return (await auth.requireFreshSignIn(browserWith(await auth.cookieOf(new Headers()).issue(claim, claim.expires))))
      .ok
  }
  const seconds = Math.floor(clock.now() / 1000)
  expect(await needAfter()).toBe(false)
  expect(await needAfter(seconds - 600)).toBe(false)
  expect(await needAfter(seconds - 60)).toBe(true)
  // A provider whose clock is ahead.
  expect(await needAfter(seconds + 3600)).toBe(true)
})

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAgentKeys } from '#lib/agents/server/keys/agent-keys.ts'
import { sweepUnlocked } from '#lib/agents/server/profiles/sweep-unlocked.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { operator } from '#lib/platform/server/vault/testing.ts'
import { newId } from '#runner/contract/ids.ts'
import { sha256 } from '#runner/core/hash.ts'
import { openInstance, overwrite, passphrase, sealedFile } from './testing/moving-instance.ts'

const at = '2026-11-20T00:00:00.000Z'
const lineOf = (id: string, token: string) => ({
  ...{ kind: 'profile', id, token, description: 'A test', described_by_operator: true, hosts: [], limits: {} },
  ...{ scripts: {}, version: 1, locked_at: at, expires_at: null, ends_unlocked: false, revoked_at: null },
  ...{ created_at: at, keys: [] },
})
const blocked = (name: string) => ({ kind: 'profiles', name, verdict: 'blocked', reason: 'revoked_here' })

test('a profile that was revoked and deleted comes back by no file: not by an earlier one, not with its id, not with its token', async () => {
  await using from = await openInstance(1)
  await using to = await openInstance(2)
  const { token, id } = await from.profile()
  await from.execution(id, 'success')
  const file = await from.exported()
  await to.imported(file)
  got(await to.manage.revoke(operator, id))
  got(await to.manage.remove(operator, id, { history: 'delete' }))

  const { items, kinds } = got(await to.imports.preview(await to.uploaded(file), passphrase))
  expect(items).toMatchObject([blocked(id), { kind: 'history', reason: 'no_profile' }])
  expect(kinds).toMatchObject({ profiles: { new: 0, blocked: 1 }, history: { new: 0 } })
  expect(await to.imported(file, overwrite)).toMatchObject({ added: 0, blocked: 2 })
  const other = newId('prof', randomBytes)
  const made = await sealedFile([lineOf(id, newId('ark', randomBytes)), lineOf(other, token)])
  expect(got(await to.imports.preview(await to.uploaded(made), passphrase)).items).toMatchObject([
    blocked(id),
    blocked(other),
  ])
  expect(await to.imported(made, overwrite)).toMatchObject({ added: 0, blocked: 2 })
  expect(await to.db.profile.count()).toBe(0)
  expect(await to.profiles.read(token)).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
})

test('a file that says itself that a deleted profile is revoked does not bring it back', async () => {
  await using to = await openInstance(2)
  const { token, id } = await to.profile()
  got(await to.manage.revoke(operator, id))
  got(await to.manage.remove(operator, id, { history: 'keep' }))
  const made = await sealedFile([{ ...lineOf(id, token), revoked_at: at }])
  expect(await to.imported(made, overwrite)).toMatchObject({ added: 0, blocked: 1 })
})

test('whatever revokes or deletes a profile, an agent key or a console token, in SQL too, leaves a tombstone', async () => {
  await using to = await openInstance(2)
  const { db, manage, profiles, ports } = to
  const { id } = await to.profile()
  got(await manage.revoke(operator, id))
  const unlocked = async () => {
    const { profile_id: token } = got(await profiles.create({ description: 'A test' }, 'address'))
    return db.profile.findUniqueOrThrow({ where: { tokenHash: sha256(token) }, select: { id: true, tokenHash: true } })
  }
  const [revoked, swept, erased] = [await unlocked(), await unlocked(), await unlocked()]
  await db.profile.update({ where: { id: revoked.id }, data: { createdAt: new Date(0) } })
  got(await manage.revokeUnlocked(operator, { created_until: new Date(1).toISOString() }))
  await db.profile.update({ where: { id: swept.id }, data: { createdAt: new Date(2) } })
  expect(await sweepUnlocked(ports, 30)).toBe(2)
  await db.$executeRaw`delete from profiles where id = ${erased.id}`

  const agentKeys = createAgentKeys({ ...ports, skills: { current: async () => undefined } })
  const { id: key } = got(await agentKeys.create(operator, { slug: 'a', skills: ['*'], source: 'main' }))
  got(await agentKeys.revoke(operator, key))
  const token = { id: newId('ctok', randomBytes), name: 'CI', tokenHash: sha256('token'), scopes: ['read'] }
  await db.consoleToken.create({ data: { ...token, createdAt: new Date(), expiresAt: new Date() } })
  await db.consoleToken.update({ where: { id: token.id }, data: { revokedAt: new Date() } })

  const rows = await db.tombstone.findMany()
  const expected = [id, revoked.id, swept.id, erased.id, key, token.id]
  expect(rows.map((row) => row.id).toSorted()).toEqual(expected.toSorted())
  expect(rows.find((row) => row.id === erased.id)).toMatchObject({ tokenHash: erased.tokenHash })
  const { keyHash } = await db.agentKey.findUniqueOrThrow({ where: { id: key } })
  expect(rows.find((row) => row.id === key)).toMatchObject({ tokenHash: keyHash })
})

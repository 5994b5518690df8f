import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NewConsoleProfile } from '#lib/agents/model/console-profile.ts'
import { ProfileScripts } from '#lib/agents/model/profile-schema.ts'
import { NewCredential } from '#lib/platform/model/credential-schema.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { openedValue, readUse } from '#lib/platform/server/vault/credentials.ts'
import { operator } from '#lib/platform/server/vault/testing.ts'
import { credentialLine, idOf, keyLine, profileLine } from './testing/lines.ts'
import { openInstance, overwrite, passphrase, sealedFile, skip } from './testing/moving-instance.ts'

/** Mostly the first, and now and then one of the others. */
const mostly = <Value>(usual: fc.Arbitrary<Value>, ...others: Value[]) =>
  fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...others) })
const at = '2026-11-20T00:00:00.000Z'
const time = <Usual>(...usual: Usual[]) =>
  mostly(fc.constantFrom<Usual | string>(...usual), '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', at, 'now')
const text = mostly(
  fc.oneof(fc.constantFrom('A test', ' Two\r\nlines '), fc.string({ minLength: 1, maxLength: 20 })),
  ...['', ' ', 'a\0b', '\ud800', 'a\u202eb', 'x'.repeat(501)],
)
const host = mostly(fc.constantFrom('a.test', 'b.test', 'b.test:8443'), 'b.test:443', '127.0.0.1', '*.test', 'a.test\n')
const names = ['A_KEY', 'B_KEY', 'C_KEY']
const keyName = mostly(fc.constantFrom(...names), 'a_key', '', 'A'.repeat(65))
const places = fc.array(mostly(fc.constantFrom('path', 'query', 'body'), 'header'), { maxLength: 2 })

const credential = fc
  .record({
    ...{ name: keyName, description: text, hosts: fc.array(host, { minLength: 0, maxLength: 3 }) },
    value: mostly(
      fc.constantFrom(null, 'a-value-of-the-key', 'another-value'),
      'short',
      'two\nlines',
      '',
      '\0'.repeat(9),
    ),
    use: fc.constantFrom({ kind: 'plain' }, { kind: 'bearer' }, { kind: 'setting' }, { kind: 'basic', username: 'a' }),
    expires_at: time(null, '2030-01-01T00:00:00+02:00'),
  })
  .map(credentialLine)

const key = fc
  .record({ name: keyName, description: fc.constant(''), is_approved: fc.boolean(), by_operator: fc.boolean(), places })
  .map(keyLine)

const profile = fc
  .record({
    id: mostly(fc.constantFrom(idOf('prof', '0'), idOf('prof', '1')), 'prof_1'),
    ...{ description: text, hosts: fc.uniqueArray(host, { maxLength: 3 }), described_by_operator: fc.boolean() },
    keys: fc.uniqueArray(key, { maxLength: 3, selector: ({ name }) => name }),
    limits: mostly(fc.constantFrom<object>({}, { timeout_s: 5, concurrency: 2 }), { fuel: -1 }, { concurrency: 1e9 }),
    scripts: mostly(fc.constantFrom<object>({}, { language: 'javascript' }), { shows_lookalikes: 'yes' }),
    version: mostly(fc.integer({ min: 1, max: 9 }), 0, -1, 1.5, 2 ** 31, 2 ** 40),
    locked_at: time(null, at),
    ...{ expires_at: time(null, at, '2030-01-01T00:00:00Z'), ends_unlocked: mostly(fc.constant(false), true) },
    ...{ revoked_at: mostly(fc.constant<string | null>(null), at), created_at: time(at) },
  })
  .map((given) => profileLine({ token: given.id.replace('prof', 'ark'), ...given }))

const file = fc.tuple(
  fc.uniqueArray(credential, { maxLength: 2, selector: (line) => JSON.stringify(line).slice(0, 60) }),
  fc.array(profile, { maxLength: 2 }),
)

type Instance = Awaited<ReturnType<typeof openInstance>>

async function expectFromDoors({ db, vault, manage }: Instance): Promise<void> {
  const credentials = await db.credential.findMany()
  for (const row of credentials) {
    const { name, description, hosts, expiresAt } = row
    const value = openedValue(vault.ring(), row)
    const made = { name, description, use: readUse(row), hosts, expires_at: expiresAt?.toISOString() ?? null, value }
    expect(NewCredential.parse(made)).toEqual(made)
  }
  for (const { keys, ...row } of await db.profile.findMany({ include: { keys: true } })) {
    const { description, hosts, limits, scripts, lockedAt, endsUnlocked, expiresAt, revokedAt } = row
    const wanted = {
      description,
      hosts,
      limits,
      keys: keys.map((one) => ({ name: one.name, description: one.description })),
    }
    expect(NewConsoleProfile.parse(wanted)).toEqual(wanted)
    expect(ProfileScripts.parse(scripts)).toEqual(scripts)
    expect(new Set(hosts).size).toBe(hosts.length)
    expect(lockedAt ?? expiresAt ?? revokedAt).not.toBeNull()
    expect(lockedAt !== null && endsUnlocked).toBe(false)
    expect((lockedAt?.getTime() ?? 0) < Date.now() + 2 * 24 * 60 * 60_000).toBe(true)
    for (const { name, credentialId } of keys.filter((one) => one.credentialId !== null)) {
      expect(credentials.find(({ id }) => id === credentialId)).toMatchObject({ name, sealed: expect.any(String) })
    }
    got(await manage.read(row.id))
  }
  got(await manage.list({}))
}

test('whatever an import writes, the API could have written; what it could not, is INVALID_INPUT and writes nothing', async () => {
  await using to = await openInstance(2)
  const came = { accepted: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(file, fc.boolean(), async ([credentials, profiles], isOverwriting) => {
      const upload = await to.uploaded(await sealedFile([...credentials, ...profiles]))
      const preview = await to.imports.preview(upload, passphrase)
      const order = { passphrase, choices: isOverwriting ? overwrite : skip }
      if (!preview.ok) {
        came.refused += 1
        const before = await to.state()
        expect(preview.error).toMatchObject({ code: 'INVALID_INPUT', details: { file: expect.stringMatching(/./) } })
        expect(await to.imports.apply(operator, upload, { ...order, digest: '' })).toMatchObject({
          error: preview.error,
        })
        expect(await to.state()).toBe(before)
        return
      }
      came.accepted += 1
      got(await to.imports.apply(operator, upload, { ...order, digest: preview.value.digest }))
      await expectFromDoors(to)
    }),
    { numRuns: 100, endOnFailure: true },
  )
  // The files are near the bounds: many on each side.
  expect(Math.min(came.accepted, came.refused)).toBeGreaterThan(10)
})

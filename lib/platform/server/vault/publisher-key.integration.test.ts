import { createPublicKey, verify } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../db/testing.ts'
import { SecretError } from '../secrets/secret-file.ts'
import { openTestVault, operator } from './testing.ts'

const holds = (text: string, { key, signature }: { key: string; signature: string }) =>
  verify(
    null,
    Buffer.from(text),
    createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )

test("the publisher's key signs, before and after the vault's key is rotated, and its private part is never shown", async () => {
  await using database = await createTestDatabase()
  await using opened = await openTestVault(database)
  const { publisherKey } = opened.vault
  expect(await publisherKey.sign('text')).toBeUndefined()
  const made = await publisherKey.create(operator, undefined)
  const key = made.ok ? made.key : ''
  const signed = await publisherKey.sign('text')
  if (signed === undefined) throw new Error('not signed')
  expect([signed.key, holds('text', signed), holds('texts', signed)]).toEqual([key, true, false])
  const other = await opened.open()
  expect(await opened.vault.rotate(operator)).toEqual({ encrypted: 1, unreadable: [] })
  expect(holds('more', (await other.publisherKey.sign('more')) ?? signed)).toBe(true)
  const rows = JSON.stringify(await database.client.publisherKey.findMany())
  expect(`${rows}${inspect([publisherKey, made, opened.records], { depth: 9 })}`).not.toContain('PRIVATE KEY')
  expect(opened.records.map(({ action, detail }) => [action, detail])).toContainEqual([
    'publisher.key_created',
    { key },
  ])
  for (const name of await readdir(opened.dataDir, { recursive: true, withFileTypes: true })) {
    if (name.isFile()) expect(await readFile(join(name.parentPath, name.name), 'utf8')).not.toContain('PRIVATE KEY')
  }
})

test("a publisher's key is replaced only by naming it, and two commands make one key", async () => {
  await using database = await createTestDatabase()
  await using opened = await openTestVault(database)
  const { publisherKey } = opened.vault
  const both = await Promise.all([publisherKey.create(operator, undefined), publisherKey.create(operator, undefined)])
  const key = (await publisherKey.sign('text'))?.key
  expect(both).toContainEqual({ ok: true, key })
  expect(both).toContainEqual({ ok: false, current: key })
  expect(await publisherKey.create(operator, 'another')).toEqual({ ok: false, current: key })
  expect(await publisherKey.create(operator, key)).toMatchObject({ ok: true })
  expect((await publisherKey.sign('text'))?.key).not.toBe(key)
  expect(await database.client.publisherKey.count()).toBe(1)
})

test("a publisher's key that cannot be decrypted signs nothing, and the error names the remedy", async () => {
  await using database = await createTestDatabase()
  await using opened = await openTestVault(database)
  await opened.vault.publisherKey.create(operator, undefined)
  await database.client.publisherKey.updateMany({ data: { id: 'A'.repeat(43) } })
  await expect(opened.vault.publisherKey.sign('text')).rejects.toThrow(SecretError)
  await expect(opened.vault.publisherKey.sign('text')).rejects.toThrow(/--new-key --replace A+/)
})

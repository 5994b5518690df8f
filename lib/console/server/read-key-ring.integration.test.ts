import { expect, test } from 'vitest'
import { commandLine } from '#lib/platform/server/auth/context.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { changeCredential, openTestVault, operator } from '#lib/platform/server/vault/testing.ts'
import { readKeyRing } from './read-key-ring.ts'

const given = {
  description: 'Reads reports',
  use: { kind: 'bearer' },
  hosts: ['api.example.com'],
  value: 'a-value-of-thirty-characters!!',
}

test('counts an older key until a rotation has encrypted every value under the new one', async () => {
  await using database = await createTestDatabase()
  await using opened = await openTestVault(database)
  const { vault } = opened
  const db = database.client
  const keyRotation = { state: () => ({ kind: 'idle' }) as const }
  const read = async () => {
    const { older, values } = await readKeyRing({ db, vault, keyRotation })
    return { older, left: values.left }
  }
  for (const name of ['KEY_0', 'KEY_1']) await vault.credentials.create(operator, { ...given, name })
  const sealedOf = async (name: string) => (await db.credential.findUniqueOrThrow({ where: { name } })).sealed
  const store = (sealed: string | null) => db.credential.update({ where: { name: 'KEY_1' }, data: { sealed } })
  expect(await read()).toEqual({ older: 0, left: 0 })
  for (const _ of ['the first rotation', 'a later rotation']) {
    const readable = await sealedOf('KEY_1')
    // No key opens the value of another row, so the rotation stops.
    await store(await sealedOf('KEY_0'))
    await vault.rotate(commandLine)
    expect(await read()).toEqual({ older: 1, left: 1 })
    await store(readable)
    await vault.rotate(commandLine)
    expect(await read()).toEqual({ older: 0, left: 0 })
  }
})

test('a value is no longer reported as unreadable once it is entered again or deleted', async () => {
  await using database = await createTestDatabase()
  await using opened = await openTestVault(database)
  const { vault } = opened
  const db = database.client
  const newer = { ...given, value: 'a-newer-value' }
  for (const name of ['KEY_0', 'KEY_1', 'KEY_2']) await vault.credentials.create(operator, { ...given, name })
  const { sealed } = await db.credential.findUniqueOrThrow({ where: { name: 'KEY_0' } })
  // No key opens the value of another row.
  await db.credential.updateMany({ where: { name: { not: 'KEY_0' } }, data: { sealed } })
  const { unreadable } = await vault.rotate(commandLine)
  const keyRotation = { state: () => ({ kind: 'stopped', unreadable }) as const }
  const read = async () => {
    const ring = await readKeyRing({ db, vault, keyRotation })
    return { unreadable: ring.unreadable, left: ring.values.left }
  }
  expect(await read()).toEqual({ unreadable: ['KEY_1', 'KEY_2'], left: 2 })
  expect(await changeCredential(vault, 'KEY_1', newer)).toMatchObject({ ok: true })
  expect(await read()).toEqual({ unreadable: ['KEY_2'], left: 1 })
  await vault.credentials.remove(operator, 'KEY_2')
  expect(await read()).toEqual({ unreadable: [], left: 0 })
})

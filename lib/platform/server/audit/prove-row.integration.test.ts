import { createPublicKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { canonicalJson } from '#runner/core/canonical-json.ts'
import { leafHash } from './merkle.ts'
import { rootByInclusion } from './merkle-proofs.ts'
import { newestSealedRow, proveRow } from './prove-row.ts'
import { appendUnsealed, openAuditWorld, testKeys } from './testing/audit-world.ts'

it('proves each sealed row to a reader without database and keys, and does not prove other rows', async () => {
  await using world = await openAuditWorld()
  await appendUnsealed(world.db, 6)
  await (await world.start())[Symbol.asyncDispose]()
  const rows = await world.rows()
  expect(rows.length).toBeGreaterThan(6)
  for (const { lane, seq, subject } of rows) {
    const proved = await proveRow(world.db, testKeys, `${lane}-${seq}`)
    if (proved.kind !== 'proved') throw new Error(proved.kind)
    const { leaf, place, path, head } = proved.proof
    expect(JSON.parse(leaf)).toContain(subject)
    expect(rootByInclusion(leafHash(Buffer.from(leaf)), Number(place), Number(head.size), path)).toBe(head.root)
    const edited = leafHash(Buffer.from(leaf.replace(subject, 'something else')))
    expect(rootByInclusion(edited, Number(place), Number(head.size), path)).not.toBe(head.root)
    const { size, root, at } = head
    const signed = Buffer.from(canonicalJson({ context: 'travel.aw audit tree head v1', size, root, at }))
    const key = createPublicKey({ key: Buffer.from(head.public_key, 'base64'), format: 'der', type: 'spki' })
    expect(verify(null, signed, key, Buffer.from(head.signature, 'base64'))).toBe(true)
  }
  const newest = (await newestSealedRow(world.db)) ?? ''
  expect(await proveRow(world.db, testKeys, newest)).toMatchObject({ proof: { place: String(rows.length - 1) } })
  expect(await proveRow(world.db, testKeys, 'nowhere-1')).toEqual({ kind: 'unknown' })
  expect(await proveRow(world.db, testKeys, 'no row')).toEqual({ kind: 'unknown' })
})

it('does not prove a row that is unsealed, edited or removed', async () => {
  await using world = await openAuditWorld()
  await (await world.start())[Symbol.asyncDispose]()
  await appendUnsealed(world.db, 1)
  const [sealed, unsealed] = [await world.db.auditLeaf.findFirstOrThrow(), await world.rows()]
  const last = unsealed.find(({ lane, seq }) => lane !== sealed.lane || seq !== sealed.seq)
  expect(await proveRow(world.db, testKeys, `${last?.lane}-${last?.seq}`)).toEqual({ kind: 'unsealed' })
  const id = `${sealed.lane}-${sealed.seq}`
  const where = { lane: sealed.lane, seq: sealed.seq }
  await world.db.auditEvent.updateMany({ where, data: { subject: 'edited' } })
  expect(await proveRow(world.db, testKeys, id)).toEqual({ kind: 'altered' })
  await world.db.auditEvent.deleteMany({ where })
  expect(await proveRow(world.db, testKeys, id)).toEqual({ kind: 'altered' })
})

it('does not prove a row whose leaf or head was changed', async () => {
  await using world = await openAuditWorld({ changesTables: true })
  await appendUnsealed(world.db, 4)
  await (await world.start())[Symbol.asyncDispose]()
  const id = (await newestSealedRow(world.db)) ?? ''
  const [leaf, head] = [
    await world.db.auditLeaf.findFirstOrThrow({ orderBy: { place: 'desc' } }),
    await world.db.auditTreeHead.findFirstOrThrow({ orderBy: { size: 'desc' } }),
  ]
  const [byPlace, bySize] = [{ place: leaf.place }, { size: head.size }]
  const first = await world.db.auditLeaf.findFirstOrThrow({ orderBy: { place: 'asc' } })
  const swapped = (text: string) => `${text.startsWith('0') ? '1' : '0'}${text.slice(1)}`
  const changes = [
    () => world.db.auditLeaf.update({ where: byPlace, data: { mac: swapped(leaf.mac) } }),
    () => world.db.auditLeaf.update({ where: { place: first.place }, data: { hash: swapped(first.hash) } }),
    () => world.db.auditTreeHead.update({ where: bySize, data: { root: swapped(head.root) } }),
    () => world.db.auditTreeHead.update({ where: bySize, data: { signature: `A${head.signature.slice(1)}=` } }),
    () => world.db.auditTreeHead.deleteMany(),
  ]
  for (const change of changes) {
    expect(await proveRow(world.db, testKeys, id)).toMatchObject({ kind: 'proved' })
    await change()
    expect(await proveRow(world.db, testKeys, id)).toEqual({ kind: 'altered' })
    await world.db.auditLeaf.update({ where: byPlace, data: leaf })
    await world.db.auditLeaf.update({ where: { place: first.place }, data: first })
    await world.db.auditTreeHead.upsert({ where: bySize, create: head, update: head })
  }
})

import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Principal, principalFrom, publicPrincipal } from '#runner/contract/principal.ts'
import { commandLine } from '../auth/context.ts'
import { appPrincipal, unattendedPrincipalOf } from '../auth/principal.ts'
import { Prisma } from '../db/generated/client.ts'
import { createAuditTrail } from './audit-trail.ts'
import { openAuditWorld, testKeys } from './testing/audit-world.ts'

const actors: readonly (readonly [stored: string, principal: Principal])[] = [
  ['operator:user_a', principalFrom('main', { id: 'user_a', role: 'operator' })],
  ['person:user_a', principalFrom('dm-approved', { id: 'user_a', role: 'traveler' })],
  ['guest:user_a', principalFrom('public', { id: 'user_a', role: 'guest' })],
  ['schedule:user_a', unattendedPrincipalOf('user_a')],
  ['agent_key:agent_a', principalFrom('group', { id: 'agent_a', role: 'agent' })],
  ['profile:prof_a', principalFrom('dm-approved', { id: 'prof_a', role: 'agent' })],
  ['command', commandLine.principal],
  ['app', appPrincipal],
  ['anonymous', publicPrincipal],
]

test('a row says which kind of actor acted, and no other actor can be written into it without a finding', async () => {
  await using world = await openAuditWorld()
  const trail = createAuditTrail(testKeys.rows)
  const rest = { at: new Date(), action: 'thing.changed', subject: 'a thing', detail: {} }
  await world.db.$transaction((tx) => trail.record(tx, ...actors.map(([, by]) => ({ ...rest, by }))))
  await using started = await world.start()
  await started.follow()
  const rows = await world.db.auditEvent.findMany({ where: { action: rest.action }, orderBy: { seq: 'asc' } })
  expect(rows.map(({ actor, source }) => [actor, source])).toEqual(actors.map(([text, by]) => [text, by.source]))
  expect(await world.problems()).toEqual([])
  for (const [at, { lane, seq, actor }] of rows.entries()) {
    const where = { lane_seq: { lane, seq } }
    for (const other of [rows[(at + 1) % rows.length]?.actor ?? '', 'user_a', null]) {
      await world.db.auditEvent.update({ where, data: { actor: other } })
      expect(await world.problems(), `${actor} as ${other}`).toEqual([`row ${lane}-${seq} was edited or inserted`])
    }
    await world.db.auditEvent.update({ where, data: { actor } })
  }
  expect(await world.problems()).toEqual([])
})

test('rows of earlier versions, with the id of a user or without an actor, verify as before', async () => {
  await using world = await openAuditWorld()
  // The MACs as the earlier versions computed them.
  const macOf = (...parts: (string | null)[]) =>
    createHmac('sha256', testKeys.rows).update(JSON.stringify(parts)).digest('hex')
  const [lane, atMs, detail] = ['0a0b0c0d', '1700000000000', '{"n":1}']
  for (const [seq, actor] of [
    [1, 'user_a'],
    [2, null],
  ] as const) {
    const mac = macOf('row', lane, String(seq), atMs, actor, 'main', 'user.signed_in', 'user_a', detail)
    await world.db.$executeRaw(Prisma.sql`
      insert into audit_events (lane, seq, at, actor, source, action, subject, detail, mac)
      values (${lane}, ${seq}, ${new Date(Number(atMs))}, ${actor}, 'main', 'user.signed_in', 'user_a',
        ${detail}::json, ${mac})`)
  }
  await world.db.auditLane.create({ data: { id: lane, nextSeq: 3n, mac: macOf('lane', lane, '3') } })
  await using started = await world.start()
  await started.follow()
  expect(started.problems()).toEqual([])
  expect(await world.verdict()).toMatchObject({ findings: [], rows: 3, sealed: 3 })
})

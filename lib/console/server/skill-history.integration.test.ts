import { expect, test } from 'vitest'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { decisionsOf } from './read-skill.ts'

test('the decisions name who made them: an account, the app, or a command', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  await db.user.create({ data: { id: 'user_1', email: 'mila@example.com', name: 'Mila' } })
  const row = (seq: bigint, action: string, actor: string | null, detail = {}) => {
    const at = new Date(Date.parse('2026-11-20T10:00:00Z') + Number(seq) * 1000)
    return { lane: 'a', seq, at, actor, source: 'main', action, subject: 'calendar', detail, mac: '' }
  }
  await db.auditEvent.createMany({
    data: [
      row(1n, 'release.approved', 'app', { version: '1.0.0', by: 'project' }),
      row(2n, 'skill.enabled', null, { version: '1.0.0', by: 'project' }),
      row(3n, 'skill.disabled', 'command'),
      row(4n, 'skill.enabled', 'operator:user_1'),
      row(5n, 'skill.disabled', 'user_gone'),
      row(6n, 'skill.started', 'user_1'),
    ],
  })
  expect(
    (await decisionsOf(db, 'calendar')).map(({ action, by: { actor, name } }) => [action, actor?.kind, name]),
  ).toEqual([
    ['skill.disabled', 'operator', 'user_gone'],
    ['skill.enabled', 'operator', 'Mila'],
    ['skill.disabled', 'command', null],
    // A row of an earlier version.
    ['skill.enabled', undefined, null],
    ['release.approved', 'app', null],
  ])
})

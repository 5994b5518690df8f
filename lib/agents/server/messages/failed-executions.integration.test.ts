import { expect, test } from 'vitest'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { agent, openDurableRunner } from '#lib/skills/server/executions/testing/durable-runner.ts'
import { nothing } from '#runner/policy/effective-permissions.ts'
import { skillOf } from '#runner/runtimes/testing/conformance/harness.ts'

const permissions = { ...nothing, messages: true }

test.each([
  ['succeeds', `return { results: [] }`, ['Hello']],
  ['fails after its message', `throw new Error('late')`, []],
  ['returns invalid output', `return { results: 'none' }`, []],
])('stores messages only if the execution succeeds: an execution that %s', async (_, end, texts) => {
  const skill = skillOf(`async () => { await messages.send({ text: 'Hello' }); ${end} }`)
  const acting = { ...skill, manifest: { ...skill.manifest, permissions }, approved: permissions }
  await using database = await createTestDatabase()
  await using opened = await openDurableRunner({ databaseUrl: database.url, skills: [acting] })
  await opened.runner.execute('probe', { action: 'go', params: {}, config: {} }, { principal: agent })
  expect(await opened.db.journalEntry.count({ where: { op: 'messages.send' } })).toBe(1)
  expect((await opened.db.operatorMessage.findMany()).map(({ text }) => text)).toEqual(texts)
})

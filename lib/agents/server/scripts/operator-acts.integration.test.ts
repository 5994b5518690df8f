import { expect, test } from 'vitest'
import { actorOf, actorText } from '#lib/platform/model/actor.ts'
import { tablesNaming } from '#lib/platform/server/db/testing-tables-naming.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { operator } from '#lib/platform/server/vault/testing.ts'
import { pruneExecutions } from '#lib/skills/server/executions/prune-executions.ts'
import { shareRuntime } from '#lib/skills/server/executions/testing/shared-runtime.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { openScriptWorld, type ScriptWorld } from './testing/script-world.ts'

const runtime = shareRuntime()

const asks = "set_result(await llm.complete('Which one?'))"

async function latest({ db }: ScriptWorld): Promise<ExecutionId> {
  const { id } = await db.execution.findFirstOrThrow({ orderBy: { startedAt: 'desc' }, select: { id: true } })
  return ExecutionId.parse(id)
}

async function actsOn({ db }: ScriptWorld, id: string) {
  const rows = await db.auditEvent.findMany({ where: { subject: id, action: { startsWith: 'execution.' } } })
  return rows.map(({ action, actor, detail }) => ({ action, by: actor, detail }))
}
const by = actorText(actorOf(operator.principal))

test('an answer of the operator resumes the script, and the audit trail says that it is the operator’s', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const token = await world.execute((await world.profile()).token, asks)
  const view = await world.settled(token)
  const number = view.status === 'awaiting_llm' ? view.llm_request.number : -1
  const id = await latest(world)
  const wrong = await world.scripts.respondRecord(operator, id, { number: number + 1, response: 'none' })
  expect(wrong).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  expect(await actsOn(world, id)).toEqual([])
  got(await world.scripts.respondRecord(operator, id, { number, response: 'The second' }))
  expect(await world.settled(token)).toMatchObject({ status: 'completed', result: 'The second' })
  expect(await actsOn(world, id)).toEqual([{ action: 'execution.answered', by, detail: { seq: number } }])
})

test('a rerun is a new execution with the present rules of the profile, recorded as the operator’s', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const profile = await world.profile({ hosts: ['api.example.com'] })
  await world.settled(await world.execute(profile.token, 'set_result(1)'))
  const first = await latest(world)
  const rerun = async (script?: string) => got(await world.scripts.rerunRecord(operator, first, script)).id
  const same = await rerun()
  const changed = await rerun('set_result(2)')
  await expect.poll(() => world.db.execution.count({ where: { status: 'success' } }), { timeout: 60_000 }).toBe(3)
  const rows = await world.db.execution.findMany({ where: { id: { in: [same, changed] } } })
  expect(rows.map(({ principalId, source }) => ({ principalId, source }))).toEqual(
    Array.from({ length: 2 }, () => ({ principalId: profile.id, source: 'dm-approved' })),
  )
  const grants = await world.db.scriptExecution.findMany({ select: { grant: true } })
  expect(new Set(grants.map(({ grant }) => JSON.stringify(grant))).size).toBe(1)
  expect(await actsOn(world, changed)).toMatchObject([{ action: 'execution.rerun', by, detail: { of: first } }])
  got(await world.manage.revoke(operator, profile.id))
  expect(await world.scripts.rerunRecord(operator, first)).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } })
})

test('the audit trail says which operator cancelled an execution', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  await world.settled(await world.execute((await world.profile()).token, asks))
  const id = await latest(world)
  got(await world.scripts.cancelRecord(operator, id))
  expect(await actsOn(world, id)).toEqual([{ action: 'execution.cancelled', by, detail: {} }])
})

test('a revoked profile is deleted with its secrets; its executions stay under its id, or go with it, as the operator chooses', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const { db, manage } = world
  for (const history of ['keep', 'delete'] as const) {
    const { id, token } = await world.profile({ hosts: ['api.example.com'] })
    const execution = await world.execute(token, `set_result('${history}')`)
    await world.settled(execution)
    await db.mcpSession.create({ data: { id: history, principalId: id, handshake: '{}' } })
    expect(await manage.remove(operator, id, { history })).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
    got(await manage.revoke(operator, id))
    const executions = history === 'keep' ? 0 : 1
    expect(got(await manage.remove(operator, id, { history }))).toEqual({ removed: id, executions })
    expect(await db.profile.count({ where: { id } })).toBe(0)
    const rows = await db.execution.findMany({ where: { principalId: id }, select: { script: true } })
    expect(rows).toEqual(history === 'keep' ? [{ script: expect.objectContaining({ profileId: null }) }] : [])
    expect(await world.scripts.check({ executionToken: execution, headers: new Headers() })).toMatchObject({
      error: { code: 'NOT_FOUND' },
    })
    const kept = history === 'keep' ? ['executions', 'journal_entries'] : []
    const naming = (await tablesNaming(db, id)).filter((table) => !table.startsWith('audit_') && !kept.includes(table))
    expect(naming, history).toEqual(['tombstones', 'usage_days'])
    expect(await tablesNaming(db, `set_result('${history}')`)).toEqual(history === 'keep' ? ['scripts'] : [])
  }
})

test('of an execution whose output is deleted by age, agents are told so, and an operator runs its code again', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const execution = await world.execute((await world.profile()).token, 'set_result(1)')
  await world.settled(execution)
  const id = await latest(world)
  const clock = { now: () => Date.now() + 31 * 24 * 60 * 60_000 }
  const pace = { signal: new AbortController().signal }
  await pruneExecutions({ db: world.db, clock }, { journalDays: 30, executionDays: 365 }, pace)
  expect(await world.scripts.check({ executionToken: execution, headers: new Headers() })).toMatchObject({
    error: { code: 'NOT_FOUND', message: expect.stringContaining('result was deleted') },
  })
  expect(await world.scripts.cancelRecord(operator, id)).toMatchObject({ error: { code: 'NOT_FOUND' } })
  got(await world.scripts.rerunRecord(operator, id))
})

test('a revoked profile is not deleted while something of it has not ended', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const { id, token } = await world.profile()
  await world.settled(await world.execute(token, asks))
  await world.db.profile.update({ where: { id }, data: { revokedAt: new Date() } })
  await world.db.execution.updateMany({ where: { principalId: id }, data: { status: 'running' } })
  const refused = await world.manage.remove(operator, id, { history: 'delete' })
  expect(refused).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  expect(await world.db.execution.count({ where: { principalId: id } })).toBe(1)
})

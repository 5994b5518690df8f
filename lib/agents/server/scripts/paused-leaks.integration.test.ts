import { describe, expect, test } from 'vitest'
import { readExecution } from '#lib/console/server/executions/read-execution.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { operator } from '#lib/platform/server/vault/testing.ts'
import { createRecordingSource } from '#lib/skills/server/executions/recordings.ts'
import { testSeals } from '#lib/skills/server/executions/testing/durable-runner.ts'
import { shareRuntime } from '#lib/skills/server/executions/testing/shared-runtime.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { createReplay } from '#runner/run/replay.ts'
import { host, knownValue, leaksIn, secret } from './testing/leaks.ts'
import { noHeaders, openScriptWorld, type ScriptWorld } from './testing/script-world.ts'

const runtime = shareRuntime()

/** Prints the first half of the secret, waits, and prints the rest. */
const script = `${knownValue}
  print('key: ' + value.slice(0, 14))
  await llm.complete('?')
  print(value.slice(14))
  await llm.complete('And now?')`

type Paused = { readonly world: ScriptWorld; readonly token: string; readonly profileId: string }

async function openPaused() {
  await using opened = new AsyncDisposableStack()
  const world = opened.use(await openScriptWorld({ runtime: runtime() }))
  const use = { kind: 'plain' } as const
  got(await world.vault.credentials.create(operator, { name: 'API_KEY', use, hosts: [host], value: secret }))
  const limits = { llm_wait_s: 600 }
  const profile = await world.profile({ hosts: [host], keys: ['API_KEY'], limits })
  const token = await world.execute(profile.token, script)
  const view = await world.settled(token)
  expect(view).toMatchObject({ status: 'awaiting_llm', llm_request: { prompt: '?' } })
  const stack = opened.move()
  return { world, token, profileId: profile.id, view, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** What the database stores about the execution, and what operators see. */
async function recordsOf({ world: { db, process } }: Paused) {
  const { id } = await db.execution.findFirstOrThrow()
  const rows = [await db.execution.findMany(), await db.journalEntry.findMany(), await db.auditEvent.findMany()]
  return [rows, got(await readExecution({ db, answers: process.durable.answers }, id))]
}

const linesOf = async ({ world: { db } }: Paused) => {
  const rows = await db.journalEntry.findMany({ where: { op: 'console.log' }, orderBy: { seq: 'asc' } })
  return rows.map(({ args }) => Object(args).text)
}

describe('no record contains the first half of a secret that a script printed before a pause', () => {
  test.each([
    ['while it waits', async () => {}],
    [
      'when it is cancelled',
      ({ world, token }: Paused) => world.scripts.cancel({ executionToken: token, headers: noHeaders }),
    ],
    ['when its answer is too late', ({ world }: Paused) => world.pass(601_000)],
    ['when its profile is revoked', ({ world, profileId }: Paused) => world.manage.revoke(operator, profileId)],
  ])('%s', async (name, end) => {
    await using paused = await openPaused()
    await end(paused)
    const { world, token } = paused
    const status = async () => (await world.db.execution.findFirstOrThrow()).status
    await expect.poll(status).toBe(name === 'while it waits' ? 'suspended' : 'error')
    const answer = await world.scripts.read({ executionToken: token, headers: noHeaders })
    expect(leaksIn([paused.view, answer, ...(await recordsOf(paused))])).toEqual([])
    expect(await linesOf(paused)).toEqual(['key: [REDACTED]'])
  })

  test('when it continues and waits again', async () => {
    await using paused = await openPaused()
    const { world, token } = paused
    got(await world.scripts.respond({ executionToken: token, headers: noHeaders }, { response: 'This.' }))
    expect(await world.settled(token)).toMatchObject({ status: 'awaiting_llm', llm_request: { prompt: 'And now?' } })
    expect(leaksIn(await recordsOf(paused))).toEqual([])
    expect(await linesOf(paused)).toEqual(['key: [REDACTED...4711]', ''])
  })
})

test('a script that is cancelled while it waits shows what it printed before', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const { token: profile } = await world.profile()
  const token = await world.execute(profile, `print('one'); console.warn('two'); await llm.complete('?')`)
  await world.settled(token)
  const cancelled = got(await world.scripts.cancel({ executionToken: token, headers: noHeaders }))
  expect(cancelled).toMatchObject({ error_code: 'CANCELLED', stdout: 'one\n', stderr: 'two\n' })
})

test('an execution that reached its log limit before a pause replays to the same result', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const profile = await world.profile()
  const token = await world.execute(
    profile.token,
    `for (let at = 0; at < 8; at += 1) print('é'.repeat(5000))
    const said = await llm.complete('?')
    print('dropped')
    set_result(said + await settings.keys())`,
  )
  await world.settled(token)
  got(await world.scripts.respond({ executionToken: token, headers: noHeaders }, { response: 'This.' }))
  const done = await world.settled(token)
  expect(done).toMatchObject({ status: 'completed', result: 'This.', stdout: expect.not.stringContaining('dropped') })
  const { durable } = world.process
  const recordings = createRecordingSource(durable.db, testSeals)
  const replay = createReplay({ ...durable, recordings, scripts: durable.scripts })
  const { id } = await world.db.execution.findFirstOrThrow()
  expect(await replay(ExecutionId.parse(id))).toMatchObject({ kind: 'same' })
})

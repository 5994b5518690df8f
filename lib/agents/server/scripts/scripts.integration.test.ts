import { expect, test } from 'vitest'
import { createRecordingSource } from '#lib/skills/server/executions/recordings.ts'
import { testSeals } from '#lib/skills/server/executions/testing/durable-runner.ts'
import { shareRuntime } from '#lib/skills/server/executions/testing/shared-runtime.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { createReplay } from '#runner/run/replay.ts'
import { noHeaders, openScriptWorld } from './testing/script-world.ts'

const runtime = shareRuntime()

const call = (token: string) => ({ executionToken: token, headers: noHeaders })

test('returns the result of a script with its output, time and fuel', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const { token } = await world.profile()
  const id = await world.execute(
    token,
    'print("one", 2)\nconsole.error("bad")\nconsole.log({ a: 1 })\nset_result({ sum: 1 + 2 })',
  )
  expect(await world.settled(id)).toEqual({
    execution_id: id,
    status: 'completed',
    result: { sum: 3 },
    stdout: 'one 2\n{"a":1}\n',
    stderr: 'bad\n',
    execution_time_ms: expect.any(Number),
    fuel: expect.any(Number),
  })
})

test.each(['llm.complete', 'llm.predict'])(
  '%s suspends the script until the model answers, and the execution replays to the same result',
  async (ask) => {
    await using world = await openScriptWorld({ runtime: runtime() })
    const { token } = await world.profile()
    const script = `print('asks')
const text = await ${ask}('What of ' + Math.random() + '?', 'large')
print('has ' + text)
set_result({ text, random: Math.random() })`
    const id = await world.execute(token, script)
    const asked = await world.settled(id)
    expect(asked).toMatchObject({
      status: 'awaiting_llm',
      llm_request: { model: 'large', prompt: expect.stringMatching(/^What of 0\./) },
    })
    expect(await world.scripts.respond(call(id), { response: 'this' })).toMatchObject({
      ok: true,
      value: { execution_id: id, status: 'running' },
    })
    const done = await world.settled(id)
    expect(done).toMatchObject({ status: 'completed', result: { text: 'this' }, stdout: 'asks\nhas this\n' })
    expect(await world.scripts.respond(call(id), { response: 'that' })).toMatchObject({
      ok: false,
      error: { code: 'CONFLICT' },
    })
    const { durable } = world.process
    const recordings = createRecordingSource(durable.db, testSeals)
    const replay = createReplay({ ...durable, recordings, scripts: durable.scripts })
    const row = await world.db.execution.findFirstOrThrow()
    const replayed = await replay(ExecutionId.parse(row.id))
    expect(replayed).toMatchObject({ kind: 'same', output: { script: { stdout: 'asks\nhas this\n' } } })
  },
)

test('an execution whose model does not answer in time ends with timeout', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const { token } = await world.profile({ limits: { llm_wait_s: 60 } })
  const id = await world.execute(token, 'await llm.complete("?")')
  expect(await world.settled(id)).toMatchObject({ status: 'awaiting_llm' })
  world.pass(61_000)
  await expect
    .poll(async () => world.settled(id))
    .toMatchObject({ status: 'timeout', error: expect.stringContaining('llm_wait_s') })
})

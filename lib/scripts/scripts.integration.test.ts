import { expect, test } from 'vitest'
import { createRecordingSource } from '#lib/executions/recordings.ts'
import { testSeals } from '#lib/executions/testing/durable-runner.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { createReplay } from '#runner/journal/replay.ts'
import { noHeaders, openScriptWorld } from './testing/script-world.ts'

const call = (token: string) => ({ token, headers: noHeaders })

test('runs a script to its result, with what it printed, its time and its fuel', async () => {
  await using world = await openScriptWorld()
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

test.each([
  ['a thrown error', 'const a = 1\n\nfoo(a)', { error: 'ReferenceError: foo is not defined', error_line: 3 }],
  ['unbalanced code', 'const a = [1\nset_result(a))', { error: expect.stringContaining('SyntaxError'), error_line: 2 }],
  ['a missing brace', 'if (true) {\nset_result(1)\n', { error: expect.stringContaining('SyntaxError') }],
  [
    'a circular result',
    'const a = {}\na.a = a\nset_result(a)',
    { error: expect.stringContaining('circular'), error_line: 3 },
  ],
  [
    'a result that is no JSON',
    '\nset_result(() => 1)',
    { error: expect.stringContaining('set_result'), error_line: 2 },
  ],
  ['a result of 50 MB', 'set_result("x".repeat(50 * 1024 * 1024))', { error: expect.stringMatching(/larger|memory/) }],
  ['an undeclared host', 'await fetch("https://other.example/")', { error_code: 'EGRESS_BLOCKED' }],
  ['endless work', 'for (;;);', { error_code: 'OUT_OF_FUEL' }],
  [
    'a prompt of 1 MB',
    'await llm.complete("x".repeat(1024 * 1024))',
    { error: expect.stringContaining('llm.complete are larger than') },
  ],
  [
    'a prompt of 300 KB',
    'await llm.complete("x".repeat(300 * 1024))',
    { error: expect.stringContaining('llm.complete: prompt'), error_line: 1 },
  ],
  ['an empty model', 'await llm.complete("x", "")', { error: expect.stringContaining('llm.complete: model') }],
])('%s is an error that says where', async (_, script, error) => {
  await using world = await openScriptWorld()
  const { token } = await world.profile({ hosts: ['api.example.com'] })
  const id = await world.execute(token, script)
  expect(await world.settled(id)).toMatchObject({ status: 'error', ...error })
})

test('waits for the model as a row, goes on with its answer, and replays to the same result', async () => {
  await using world = await openScriptWorld()
  const { token } = await world.profile()
  const script = `print('asks')
const text = await llm.complete('What of ' + Math.random() + '?', 'large')
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
})

test('an answer that is not given in time ends the wait with timeout', async () => {
  await using world = await openScriptWorld()
  const { token } = await world.profile({ limits: { llm_wait_s: 60 } })
  const id = await world.execute(token, 'await llm.complete("?")')
  expect(await world.settled(id)).toMatchObject({ status: 'awaiting_llm' })
  world.pass(61_000)
  await expect
    .poll(async () => world.settled(id))
    .toMatchObject({ status: 'timeout', error: expect.stringContaining('llm_wait_s') })
})

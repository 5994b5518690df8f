import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRecordingSource } from '#lib/skills/server/executions/recordings.ts'
import { testSeals } from '#lib/skills/server/executions/testing/durable-runner.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { createReplay } from '#runner/run/replay.ts'
import { createSkillImages } from '#runner/runtimes/container/create-skill-images.ts'
import { engineAddress } from '#runner/runtimes/container/testing/engine.ts'
import { needsEngine } from '#runner/runtimes/container/testing/needs-engine.ts'
import { type Programs, startPrograms } from '#runner/runtimes/container/testing/programs.ts'
import { NewExecution } from './execution-schema.ts'
import { noHeaders, openScriptWorld } from './testing/script-world.ts'

const call = (token: string) => ({ executionToken: token, headers: noHeaders })

describe('without a Docker engine', () => {
  test('detects the language, runs JavaScript, and refuses Python and says what to install', async () => {
    await using world = await openScriptWorld()
    const { token: profile_id } = await world.profile()
    const ask = (script: string, more = {}) => world.scripts.execute({ profile_id, script, ...more }, noHeaders)
    const accepted = await ask('const sum = 1 + 2\nset_result(sum)')
    if (!accepted.ok) throw new Error(accepted.error.message)
    expect(await world.settled(accepted.value.executionToken)).toMatchObject({ status: 'completed', result: 3 })
    expect(await ask('set_result(1)')).toMatchObject({
      error: {
        code: 'INVALID_INPUT',
        message: expect.stringContaining('language: is ambiguous'),
        details: { language: expect.stringContaining('set "language" to "javascript" or "python"') },
      },
    })
    for (const more of [{}, { language: 'python' as const }]) {
      expect(await ask('import json\nset_result(json.loads("1"))', more)).toMatchObject({
        error: { code: 'RUNTIME_UNAVAILABLE', message: expect.stringContaining('install Docker') },
      })
    }
    expect(NewExecution.safeParse({ profile_id, script: 'x', language: 'cobol' }).error?.issues).toMatchObject([
      { path: ['language'], message: 'must be javascript or python' },
    ])
    expect(await ask('x'.repeat(300_000))).toMatchObject({ error: { code: 'INVALID_INPUT' } })
    expect(await world.db.execution.count()).toBe(1)
    expect(await world.process.ports.languages.available()).toEqual(['javascript'])
  })
})

describe('Python (needs a Docker engine)', needsEngine, () => {
  let programs: Programs
  beforeAll(async () => {
    programs = await startPrograms({
      loadImages: (signal) =>
        createSkillImages({ projectDir: process.cwd(), operatorBase: undefined, engine: engineAddress, signal }),
    })
    expect(await programs.runtime.status()).toMatchObject({ kind: 'on' })
  })
  afterAll(() => programs?.[Symbol.asyncDispose]())

  const script = `import random, sys, time
print('asks at', time.time())
text = llm.complete(f'What of {random.random()}?', 'large')
print('has', text, file=sys.stderr)
set_result({'text': text, 'random': random.random(), 'set': list({'a', 'b', 'c'})})`

  test('waits for the model without a container, continues in another process, and replays identically', async () => {
    await using world = await openScriptWorld({ runtime: programs.runtime })
    expect(await world.process.ports.languages.available()).toEqual(['python'])
    const { token } = await world.profile()
    const accepted = await world.scripts.execute({ profile_id: token, script }, noHeaders)
    if (!accepted.ok) throw new Error(accepted.error.message)
    const id = accepted.value.executionToken
    expect(await world.settled(id)).toMatchObject({
      status: 'awaiting_llm',
      llm_request: { model: 'large', prompt: expect.stringMatching(/^What of 0\./) },
    })
    await expect.poll(() => programs.containers()).toEqual([])

    await using other = await world.open()
    expect(await other.scripts.respond(call(id), { response: 'this' })).toMatchObject({ ok: true })
    const done = await world.settled(id)
    expect(done).toMatchObject({
      status: 'completed',
      result: { text: 'this', random: expect.any(Number) },
      stdout: expect.stringMatching(/^asks at \d+\.\d+\n$/),
      stderr: 'has this\n',
    })

    const { durable } = world.process
    const recordings = createRecordingSource(durable.db, testSeals)
    const replay = createReplay({ ...durable, recordings, scripts: durable.scripts })
    const row = await world.db.execution.findFirstOrThrow()
    expect(await replay(ExecutionId.parse(row.id))).toMatchObject({
      kind: 'same',
      output: { script: { stderr: 'has this\n' } },
    })
  })

  test('a failed execution shows the line of the error and the printed output', async () => {
    await using world = await openScriptWorld({ runtime: programs.runtime })
    const { token } = await world.profile()
    const id = await world.execute(token, 'print("before")\n\ndef f():\n    return foo\n\nf()', { language: 'python' })
    expect(await world.settled(id)).toMatchObject({
      status: 'error',
      error: "NameError: name 'foo' is not defined",
      error_code: 'SKILL_CRASHED',
      error_line: 4,
      stdout: 'before\n',
      stderr: expect.stringContaining('File "script.py", line 4, in f'),
    })
  })

  test('fails a script whose second run makes a different request', async () => {
    await using world = await openScriptWorld({ runtime: programs.runtime })
    const { token } = await world.profile()
    // The second run reads a different uptime.
    const text = `with open('/proc/uptime') as file:
    llm.complete('uptime ' + file.read())
set_result(1)`
    const id = await world.execute(token, text, { language: 'python' })
    expect(await world.settled(id)).toMatchObject({ status: 'awaiting_llm' })
    expect(await world.scripts.respond(call(id), { response: 'this' })).toMatchObject({ ok: true })
    expect(await world.settled(id)).toMatchObject({ status: 'error', error_code: 'REPLAY_DIVERGED' })
  })
})

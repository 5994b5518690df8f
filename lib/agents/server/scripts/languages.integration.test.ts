import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { createRecordingSource } from '#lib/skills/server/executions/recordings.ts'
import { testSeals } from '#lib/skills/server/executions/testing/durable-runner.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { python } from '#runner/contract/runtimes.ts'
import { createReplay } from '#runner/run/replay.ts'
import { needsEngine } from '#runner/runtimes/container/testing/needs-engine.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { fakeRuntime } from '#runner/testing/runner-fixture.ts'
import { NewExecution } from './execution-schema.ts'
import type { OpenPython } from './testing/embedded-python.ts'
import { openContainers, pythonPlaces } from './testing/python-runtimes.ts'
import { noHeaders, openScriptWorld, type ScriptWorld } from './testing/script-world.ts'

const call = (token: string) => ({ executionToken: token, headers: noHeaders })

const asksOnce = `import random, sys, time
print('asks at', time.time())
text = llm.complete(f'What of {random.random()}?', 'large')
print('has', text, file=sys.stderr)
set_result({'text': text, 'random': random.random(), 'set': list({'a', 'b', 'c'})})`

function replayIn({ process: { durable } }: Pick<ScriptWorld, 'process'>) {
  const recordings = createRecordingSource(durable.db, testSeals)
  return createReplay({ ...durable, recordings, scripts: durable.scripts })
}

/** A runtime of Python in which every script has the result 7. */
const sevenInPython = {
  ...fakeRuntime(async () => ({ kind: 'returned', value: { results: [{ result: 7 }] }, fuelUsed: 0 })),
  about: python,
}

describe('without a Docker engine', () => {
  test('detects the language, runs JavaScript, and refuses Python if its runtime has not started', async () => {
    await using world = await openScriptWorld()
    const { token: profile_id } = await world.profile()
    const ask = (script: string, more = {}) => world.scripts.execute({ profile_id, script, ...more }, noHeaders)
    const accepted = got(await ask('const sum = 1 + 2\nset_result(sum)'))
    expect(accepted).toMatchObject({ language: 'javascript', isGuessed: false })
    expect(await world.settled(accepted.executionToken)).toMatchObject({ status: 'completed', result: 3 })
    for (const more of [{}, { language: 'python' as const }]) {
      expect(await ask('import json\nset_result(json.loads("1"))', more)).toMatchObject({
        error: { code: 'RUNTIME_UNAVAILABLE', message: expect.stringContaining('try again later') },
      })
    }
    expect(NewExecution.safeParse({ profile_id, script: 'x', language: 'cobol' }).error?.issues).toMatchObject([
      { path: ['language'], message: 'must be javascript or python' },
    ])
    expect(await ask('x'.repeat(300_000))).toMatchObject({ error: { code: 'INVALID_INPUT' } })
    expect(await world.db.execution.count()).toBe(1)
    expect(await world.process.ports.languages.available()).toEqual(['javascript'])
  })

  test('an ambiguous script runs in the language of its profile, and the answer calls it a guess', async () => {
    await using world = await openScriptWorld()
    const { token: profile_id } = await world.profile({ scripts: { language: 'javascript' } })
    const accepted = got(await world.scripts.execute({ profile_id, script: 'set_result(1)' }, noHeaders))
    expect(accepted).toMatchObject({ language: 'javascript', isGuessed: true })
    expect(await world.settled(accepted.executionToken)).toMatchObject({ status: 'completed', result: 1 })
  })

  test('Python runs in this process; native imports and profiles with containers are refused with the remedy', async () => {
    await using world = await openScriptWorld({ runtime: sevenInPython })
    const { token: profile_id } = await world.profile()
    const request = { profile_id, script: 'set_result(1)', idempotency_key: 'once' }
    const accepted = got(await world.scripts.execute(request, noHeaders))
    expect(accepted).toMatchObject({ language: 'python', isGuessed: true })
    expect(await world.settled(accepted.executionToken)).toMatchObject({ status: 'completed', result: 7 })
    expect(got(await world.scripts.execute(request, noHeaders))).toEqual({ ...accepted, status: 'completed' })
    const [row] = await world.db.scriptExecution.findMany()
    expect(row).toMatchObject({ language: 'python', grant: { language: 'python', runtime: 'python' } })

    const pandas = { profile_id, script: 'import pandas\nset_result(1)', language: 'python' } as const
    const refused = await world.scripts.execute(pandas, noHeaders)
    expect(refused).toMatchObject({
      error: { code: 'RUNTIME_UNAVAILABLE', details: { script: 'imports pandas, which needs a container' } },
    })
    if (refused.ok) throw new Error('The script was accepted')
    for (const part of [
      'imports pandas',
      'ask the operator to install Docker',
      'send the script without this import',
    ]) {
      expect(refused.error.message).toContain(part)
    }
    const contained = await world.profile({ scripts: { python_runtime: 'container' } })
    expect(await world.scripts.execute({ ...request, profile_id: contained.token }, noHeaders)).toMatchObject({
      error: {
        code: 'RUNTIME_UNAVAILABLE',
        message: expect.stringMatching(/Python scripts of this profile run in a container.*scripts\.python_runtime/),
      },
    })
    expect(await world.db.execution.count()).toBe(1)
    expect(await world.process.ports.languages.available()).toEqual(['python'])
  })
})

for (const place of pythonPlaces) {
  describe(`a Python script ${place.name}`, place.needs, () => {
    let python: OpenPython
    beforeAll(async () => {
      python = await place.open()
    })
    afterAll(() => python?.[Symbol.asyncDispose]())
    const countsFuel = () => python.runtime.about.limits.fuel

    const open = async (runtime: Runtime = python.runtime) => {
      await using opened = new AsyncDisposableStack()
      const world = opened.use(await openScriptWorld({ runtime }))
      const { token } = await world.profile({ scripts: place.scripts })
      const stack = opened.move()
      return { world, token, [Symbol.asyncDispose]: () => stack.disposeAsync() }
    }

    test('waits for the model with its rows only, continues in another process, and replays identically', async () => {
      await using opened = await open()
      const { world, token } = opened
      expect(await world.process.ports.languages.available()).toEqual(['python'])
      const accepted = got(await world.scripts.execute({ profile_id: token, script: asksOnce }, noHeaders))
      expect(accepted).toMatchObject({ language: 'python', isGuessed: false })
      const id = accepted.executionToken
      expect(await world.settled(id)).toMatchObject({
        status: 'awaiting_llm',
        llm_request: { model: 'large', prompt: expect.stringMatching(/^What of 0\./) },
      })
      await expect.poll(() => python.held()).toEqual([])

      await using second = await place.open()
      await using other = await world.open({ runtime: second.runtime })
      expect(await other.scripts.respond(call(id), { response: 'this' })).toMatchObject({ ok: true })
      const done = await world.settled(id)
      expect(done).toMatchObject({
        status: 'completed',
        result: { text: 'this', random: expect.any(Number) },
        stdout: expect.stringMatching(/^asks at \d+\.\d+\n$/),
        stderr: 'has this\n',
      })

      const row = await world.db.execution.findFirstOrThrow()
      expect(await replayIn(world)(ExecutionId.parse(row.id))).toMatchObject({
        kind: 'same',
        output: { script: { stderr: 'has this\n' } },
        fuelCheck: countsFuel() ? 'compared' : 'not_counted',
        otherInterpreter: undefined,
      })
    })

    test('recorded by another build of the interpreter replays, and the replay names both builds', async () => {
      const older: Runtime = {
        ...python.runtime,
        engineVersion: 'older',
        run: async (execution) => ({ ...(await python.runtime.run(execution)), interpreter: 'Python 3.11.0' }),
      }
      await using opened = await open(older)
      const { world, token } = opened
      const id = await world.execute(token, 'print("runs")\nset_result(1)', { language: 'python' })
      expect(await world.settled(id)).toMatchObject({ status: 'completed' })
      const row = await world.db.execution.findFirstOrThrow()
      await using now = await world.open({ runtime: python.runtime })
      expect(await replayIn({ process: now })(ExecutionId.parse(row.id))).toMatchObject({
        kind: 'same',
        fuelCheck: countsFuel() ? 'other_engine' : 'not_counted',
        otherInterpreter: expect.stringMatching(/^Python 3\.\S+ ran the replay, and Python 3\.11\.0 the execution$/),
      })
    })

    test('that fails shows the line of the error and the printed output', async () => {
      await using opened = await open()
      const { world, token } = opened
      const id = await world.execute(token, 'print("before")\n\ndef f():\n    return foo\n\nf()', {
        language: 'python',
      })
      expect(await world.settled(id)).toMatchObject({
        status: 'error',
        error: "NameError: name 'foo' is not defined",
        error_code: 'SKILL_CRASHED',
        error_line: 4,
        stdout: 'before\n',
        stderr: expect.stringContaining('File "script.py", line 4, in f'),
      })
    })
  })
}

test('a Python script in a container fails if its second run makes a different request', needsEngine, async () => {
  await using containers = await openContainers()
  await using world = await openScriptWorld({ runtime: containers.runtime })
  const { token } = await world.profile({ scripts: { python_runtime: 'container' } })
  // The second run reads a different uptime.
  const text = `with open('/proc/uptime') as file:
    llm.complete('uptime ' + file.read())
set_result(1)`
  const id = await world.execute(token, text, { language: 'python' })
  expect(await world.settled(id)).toMatchObject({ status: 'awaiting_llm' })
  expect(await world.scripts.respond(call(id), { response: 'this' })).toMatchObject({ ok: true })
  expect(await world.settled(id)).toMatchObject({ status: 'error', error_code: 'REPLAY_DIVERGED' })
})

import { describe, expect, test } from 'vitest'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { createRecordingSource } from '#lib/skills/server/executions/recordings.ts'
import { testSeals } from '#lib/skills/server/executions/testing/durable-runner.ts'
import { shareRuntime } from '#lib/skills/server/executions/testing/shared-runtime.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { python } from '#runner/contract/runtimes.ts'
import { createReplay } from '#runner/run/replay.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { fakeRuntime } from '#runner/testing/runner-fixture.ts'
import { NewExecution } from './execution-schema.ts'
import { openEmbeddedPython } from './testing/embedded-python.ts'
import { noHeaders, openScriptWorld } from './testing/script-world.ts'

/** A runtime of Python in which every script has the result 7. */
const sevenInPython = {
  ...fakeRuntime(async () => ({ kind: 'returned', value: { results: [{ result: 7 }] }, fuelUsed: 0 })),
  about: python,
}

const runtime = shareRuntime()

describe('without a Docker engine', () => {
  test('detects the language, runs JavaScript, and refuses Python if its runtime has not started', async () => {
    await using world = await openScriptWorld({ runtime: runtime() })
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

test('a Python script recorded by another build of the interpreter replays, and the replay names both builds', async () => {
  await using python = await openEmbeddedPython()
  const older: Runtime = {
    ...python.runtime,
    engineVersion: 'older',
    run: async (execution) => ({ ...(await python.runtime.run(execution)), interpreter: 'Python 3.11.0' }),
  }
  await using world = await openScriptWorld({ runtime: older })
  const { token: profile_id } = await world.profile()
  const accepted = got(await world.scripts.execute({ profile_id, script: 'import sys\nset_result(1)' }, noHeaders))
  expect(accepted).toMatchObject({ language: 'python', isGuessed: false })
  expect(await world.settled(accepted.executionToken)).toMatchObject({ status: 'completed' })
  const row = await world.db.execution.findFirstOrThrow()
  await using now = await world.open({ runtime: python.runtime })
  const { durable } = now
  const recordings = createRecordingSource(durable.db, testSeals)
  const replay = createReplay({ ...durable, recordings, scripts: durable.scripts })
  expect(await replay(ExecutionId.parse(row.id))).toMatchObject({
    kind: 'same',
    fuelCheck: 'other_engine',
    otherInterpreter: expect.stringMatching(/^Python 3\.\S+ ran the replay, and Python 3\.11\.0 the execution$/),
  })
})

import { expect, test } from 'vitest'
import { createRecordingSource } from '#lib/skills/server/executions/recordings.ts'
import { testSeals } from '#lib/skills/server/executions/testing/durable-runner.ts'
import { shareRuntime } from '#lib/skills/server/executions/testing/shared-runtime.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { createReplay } from '#runner/run/replay.ts'
import { openScriptWorld, told } from './testing/script-world.ts'

const runtime = shareRuntime()

const count = `const n = (await kv.get('n')) ?? 0
await kv.put('n', n + 1)
await llm.complete('Go on?')
await kv.put('seen', { n, at: [await kv.get('n')] })
set_result([n, await kv.get('n')])`

test('later scripts of a profile read its values, those of another profile do not, and nothing is stored twice', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const [ada, ben] = [await world.profile(), await world.profile()]
  const result = async (profile: string, script: string) => (await told(world, profile, script)).views.at(-1)
  // Each script runs twice: again from its start when its model has answered.
  expect(await result(ada.token, count)).toMatchObject({ status: 'completed', result: [0, 1] })
  expect(await result(ada.token, `${count} // again`)).toMatchObject({ result: [1, 2] })
  expect(await result(ben.token, count)).toMatchObject({ result: [0, 1] })
  expect(await result(ada.token, "set_result(await kv.get('seen'))")).toMatchObject({ result: { n: 1, at: [2] } })

  const {
    db,
    process: { durable },
  } = world
  const rows = await db.storedValue.findMany({ orderBy: [{ principalId: 'asc' }, { key: 'asc' }] })
  expect(new Set(rows.map(({ principalId }) => principalId))).toEqual(new Set([ada.id, ben.id]))
  const recordings = createRecordingSource(db, testSeals)
  const replay = createReplay({ ...durable, recordings, scripts: durable.scripts })
  for (const { id } of await db.execution.findMany()) {
    expect(await replay(ExecutionId.parse(id))).toMatchObject({ kind: 'same' })
  }
  expect(await db.storedValue.findMany({ orderBy: [{ principalId: 'asc' }, { key: 'asc' }] })).toEqual(rows)
})

import { expect, test } from 'vitest'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { executionFormat } from '#lib/skills/server/executions/execution-format.ts'
import { claim } from './claim.ts'
import { noHeaders, openScriptWorld } from './testing/script-world.ts'

const newerFormat = executionFormat + 1

test('a script in a newer format waits for a process of the newer version, which also takes older ones', async () => {
  await using world = await openScriptWorld({ works: false })
  await using newer = await world.open()
  const profile = await world.profile()
  await world.execute(profile.token, '1')
  const inNewer = await world.db.execution.findFirstOrThrow({ select: { id: true } })
  await world.db.execution.update({ where: inNewer, data: { format: newerFormat } })
  await world.execute(profile.token, '2')

  const ofOld = await claim(world.process.ports, 5)
  expect(ofOld).toMatchObject({ claimed: [{ script: { text: '2' } }], hasMore: false })
  expect(await claim(world.process.ports, 5)).toMatchObject({ claimed: [], hasMore: false })
  const ofNewer = await claim(newer.ports, 5, { format: newerFormat })
  expect(ofNewer.claimed).toMatchObject([{ ...inNewer, script: { text: '1' } }])
})

test('an answer to a script in a newer format is refused for a while, and the script keeps waiting', async () => {
  await using world = await openScriptWorld()
  const { token } = await world.profile()
  const executionToken = await world.execute(token, "set_result(await llm.complete('What?'))")
  await world.settled(executionToken)
  const call = { executionToken, headers: noHeaders }
  await world.db.execution.updateMany({ data: { format: newerFormat } })
  const refused = await world.scripts.respond(call, { response: 'This.' })
  expect(refused).toMatchObject({ error: { code: 'DATABASE_UNAVAILABLE', message: expect.stringContaining('older') } })
  await world.db.execution.updateMany({ data: { format: executionFormat } })
  got(await world.scripts.respond(call, { response: 'This.' }))
  expect(await world.settled(executionToken)).toMatchObject({ status: 'completed', result: 'This.' })
})

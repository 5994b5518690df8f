import { expect, test } from 'vitest'
import { skillOf } from '#runner/runtimes/conformance/harness.ts'
import { bundleCodeOf } from '#runner/skill.ts'
import { buildHarness } from './testing/built-harness.ts'
import { warmUp } from './warm-up.ts'

const listening = () => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP'))

test('the first call of a process that waits is made within it, and leaves nothing open', async () => {
  const before = listening()
  await warmUp()
  await expect.poll(listening).toEqual(before)
})

test('a harness that is started ahead ends as any other, also without its authority', async () => {
  await using harness = await buildHarness()
  const code = bundleCodeOf(skillOf('({ params }) => params.text'))
  const run = (env: Record<string, string>) => harness.run(code, { params: { text: 'fine' } }, env)
  expect(await run({ TRAVEL_AHEAD: '1' })).toEqual(await run({}))
})

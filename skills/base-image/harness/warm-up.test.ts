import { expect, test } from 'vitest'
import { skillOf } from '#runner/runtimes/conformance/harness.ts'
import { bundleCodeOf } from '#runner/skill.ts'
import { buildHarness } from './testing/built-harness.ts'

const listening = () => process.getActiveResourcesInfo().filter((name) => /^(TCP|Pipe.*Server)/.test(name))

test.each(['socket', 'network'] as const)(
  'the first calls of a process that waits are made within it by %s, and leave nothing open',
  async (way) => {
    await using harness = await buildHarness()
    const before = listening()
    expect(JSON.parse(await harness.warmUp(way))).toEqual({ kind: 'returned', value: { results: [{ status: 200 }] } })
    await expect.poll(listening).toEqual(before)
  },
)

test('a harness that is started ahead ends as any other, also without its authority', async () => {
  await using harness = await buildHarness()
  const code = bundleCodeOf(skillOf('({ params }) => params.text'))
  const run = (env: Record<string, string>) => harness.run(code, { params: { text: 'fine' } }, env)
  expect(await run({ TRAVEL_AHEAD: '1' })).toEqual(await run({}))
})

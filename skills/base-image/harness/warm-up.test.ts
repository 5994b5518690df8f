import { expect, test } from 'vitest'
import { bundleCodeOf } from '#runner/core/testing/bundle-code.ts'
import { skillOf } from '#runner/runtimes/testing/conformance/harness.ts'
import { buildHarness } from './testing/built-harness.ts'

const listening = () => process.getActiveResourcesInfo().filter((name) => /^(TCP|Pipe.*Server)/.test(name))

test.each(['socket', 'network'] as const)(
  'a waiting process makes its warm-up requests to itself by %s, and closes all its connections',
  async (way) => {
    await using harness = await buildHarness()
    const before = listening()
    expect(JSON.parse(await harness.warmUp(way))).toEqual({ kind: 'returned', value: { results: [{ status: 200 }] } })
    await expect.poll(listening).toEqual(before)
  },
)

test('a pre-started harness runs a skill like any other harness, even without its certificate authority', async () => {
  await using harness = await buildHarness()
  const code = bundleCodeOf(skillOf('({ params }) => params.text'))
  const run = async (env: Record<string, string>) => {
    const { stdout, ...ended } = await harness.run(code, { params: { text: 'fine' } }, env)
    return { ...ended, stdout: stdout.replace(/"peak":"\d+",/, '') }
  }
  const usual = await run({})
  expect(usual).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('{"kind":"returned","value":"fine"}') })
  expect(await run({ TRAVEL_AHEAD: '1' })).toEqual(usual)
})

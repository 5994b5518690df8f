import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { agent, type DurableRunner, openDurableRunner } from '../lib/skills/server/executions/testing/durable-runner.ts'
import { SkillManifest } from '../runner/contract/manifest.ts'
import { jsonInSlices } from '../runner/slices/work-on-json.ts'
import { loadedSkill } from '../runner/testing/runner-fixture.ts'
import { linesOf, type Measurement } from './measure.ts'
import { openDatabase } from './process/open-database.ts'

const runs = 5

const manifest = SkillManifest.parse({
  name: 'answers',
  version: '0.1.0',
  description: 'Returns the largest allowed answers.',
  risk_level: 'low',
  permissions: { secrets: ['API_KEY'] },
  limits: { output_kb: 16_384, memory_mb: 256, fuel: 200_000, timeout_ms: 120_000 },
})
/** Answers at the limits: 16 MB, 200,000 values, or both. */
const answers = {
  'one text of 16 MB': `{ results: [{ text: 'x'.repeat(16_700_000) }] }`,
  '200,000 values, 16 MB': `{ results: [{ list: Array.from({ length: 199_000 }, (_, n) => 'value ' + n + 'é'.repeat(30)) }] }`,
  '66,000 results, 16 MB': `{ results: Array.from({ length: 66_000 }, (_, n) => ({ n, text: 'y'.repeat(225) })) }`,
} as const

/**
 * Measures the longest event loop delay that an answer at its limits causes, from the skill's end to the serialized
 * answer.
 */
export async function bounds(): Promise<Measurement[]> {
  await using database = await openDatabase()
  const skills = Object.entries(answers).map(([name, answer], at) =>
    loadedSkill({ ...manifest, name: `answers-${at}` }, `globalThis.__skill = () => (${answer})`, name),
  )
  await using process = await openDurableRunner({ databaseUrl: database.url, skills })
  const lines: Measurement[] = []
  for (const skill of skills) {
    const one = { bench: 'bounds', subject: 'quickjs', of: skill.digest }
    const worst: number[] = []
    for (let n = 0; n <= runs; n += 1) worst.push(await longestStretchMs(process, skill.manifest.name))
    // Ignores the first run, which loads shared code.
    lines.push(...linesOf(one, runs, { p99: Math.max(...worst.slice(1)) }))
  }
  return lines
}

async function longestStretchMs({ runner }: DurableRunner, name: string): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await setTimeout(20)
  delay.reset()
  const output = await runner.execute(name, { action: 'answer', params: {}, config: {} }, { principal: agent })
  if (output.status !== 'success') throw new Error(JSON.stringify(output))
  await jsonInSlices(output)
  await setTimeout(20)
  delay.disable()
  return delay.max / 1e6
}

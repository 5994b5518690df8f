import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { openAuditWorld } from './testing/audit-world.ts'

const script = join(import.meta.dirname, 'testing', 'sealing-process.ts')
const kills = 6

test('killing the process while it writes and seals loses no committed row, and the trail stays intact', async () => {
  await using world = await openAuditWorld()
  const committed = new Set<string>()
  for (let kill = 0; kill < kills; kill += 1) {
    const first = kill * 100_000
    const child = spawn(process.execPath, [script, world.url, world.dataDir, String(first)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(child, 'exit')
    let seen = 0
    for await (const line of createInterface({ input: child.stdout })) {
      committed.add(`subject ${line}`)
      seen += 1
      // Kills at another moment of a sealing each time.
      if (seen === 5 + kill * 7) child.kill('SIGKILL')
    }
    expect(await exit).toEqual([null, 'SIGKILL'])
    const { findings } = await world.verdict()
    expect(findings).toEqual([])
  }
  {
    await using trail = await world.start()
    expect(trail.problems()).toEqual([])
  }
  const verdict = await world.verdict()
  const subjects = new Set((await world.rows()).map(({ subject }) => subject))
  expect(committed.size).toBeGreaterThan(kills * 5)
  expect([...committed].filter((subject) => !subjects.has(subject))).toEqual([])
  expect(verdict).toMatchObject({ findings: [], sealed: verdict.rows })
})

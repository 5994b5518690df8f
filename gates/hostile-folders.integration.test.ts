import { expect, it } from 'vitest'
import { checkSkill } from './check-skill.ts'
import { loadRules } from './load-rules.ts'
import { hostileFolders, openHostileFolder } from './testing/hostile-folders.ts'

const rules = loadRules()

/** In bytes: many times the size of the largest file that the gates read. */
const maxGrowth = 400 * 1024 * 1024

it.each(hostileFolders)('gives a verdict on %s in bounded memory: %s', async (_, verdict, rule, build) => {
  await using opened = await openHostileFolder(build)
  const before = process.memoryUsage().rss
  const check = await checkSkill(opened.folder, { rules })
  expect(process.memoryUsage().rss - before).toBeLessThan(maxGrowth)
  expect([check.verdict, ...check.findings.map((found) => found.rule)]).toEqual(
    expect.arrayContaining(rule === undefined ? [verdict] : [verdict, rule]),
  )
})

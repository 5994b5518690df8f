import { expect, test } from 'vitest'
import { logTools } from './log-tools.ts'
import { echoSkill, notesSkill, toolWorld } from './testing/tool-world.ts'

test('the log of the start says how many functions agents can have', async () => {
  const lines: unknown[] = []
  const log = { info: (...line: unknown[]) => void lines.push(line) }
  await logTools({ tools: toolWorld([]).tools, log })
  await logTools({ tools: toolWorld([echoSkill, notesSkill]).tools, log })
  expect(lines.map((line) => Object(line)[1])).toEqual([{ toolCount: 0 }, { toolCount: 2 }])
})

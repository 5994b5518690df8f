import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const projectDir = join(import.meta.dirname, '../..')

test('the example of docs runs, and each of its checks denies what was not granted', async () => {
  const example = join(projectDir, 'docs/examples/run-a-skill.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [example], { cwd: projectDir })
  expect(stdout.trim().split('\n')).toEqual([
    'The function returned: A model would answer: Say hello to Oranjestad',
    'It called: llmPredict',
    'Without a capability: CAPABILITY_DENIED',
    'A stranger may use the calendar: false (needs full, has network)',
    'The middleware answers: TrustError',
  ])
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { root } from './steps.ts'

test('a script that fails prints its whole message, also to a reader that is slow', async () => {
  const script = `
    import { main, StepError } from './scripts/steps.ts'
    await main(async () => { throw new StepError('the end', 'x'.repeat(1_000_000)) })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { cwd: root, stdio: 'pipe' })
  const exit = once(child, 'exit')
  // The pipe is full by then, because it holds 64 KB.
  await once(child.stderr, 'readable')
  expect(await text(child.stderr)).toHaveLength(1_000_000 + '\n\n\nthe end\n'.length)
  expect((await exit)[0]).toBe(1)
})

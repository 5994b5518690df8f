import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { printApp } from './print-app.ts'

async function printed(mode: 'start' | 'dev', said: { stdout?: string[]; stderr?: string[] }): Promise<string[]> {
  const lines: string[] = []
  const child = { stdout: new PassThrough(), stderr: new PassThrough() }
  printApp(child, mode, (line) => lines.push(line))
  for (const stream of ['stdout', 'stderr'] as const) {
    for (const text of said[stream] ?? []) child[stream].write(text)
    child[stream].end()
  }
  await Promise.all([child.stdout, child.stderr].map((stream) => new Promise((resolve) => stream.on('close', resolve))))
  return lines
}

it('prints the log of the built app as it is, and nothing of where Next listens', async () => {
  const lines = ['   ▲ Next.js 16.4.6\n', ' ✓ Ready in 1s\n', '{"level":"info","msg":"a"}\n', '┌──┐\n']
  expect(await printed('start', { stdout: lines })).toEqual(['{"level":"info","msg":"a"}', '┌──┐'])
})

it('makes a record of what the built app writes to standard error, a stack trace as one', async () => {
  const lines = await printed('start', { stderr: ['Error: broken\n    at a.ts:1\n\u001b[31m{"level":"error"}\n'] })
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 'error',
      time: expect.any(String),
      msg: 'Error: broken\n    at a.ts:1\n\u001b[31m{"level":"error"}',
    },
  ])
  expect(lines.join('')).toMatch(/^[\x20-\x7e]*$/)
})

it('prints no control character of the built app', async () => {
  const lines = await printed('start', { stdout: ['\u001b[2J\u009b31m hidden\n'] })
  expect(lines.join('')).toMatch(/^[\x20-\x7e]*$/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: '\u001b[2J\u009b31m hidden' })
})

it('shows a developer what the app says as it is', async () => {
  expect(await printed('dev', { stdout: ['\u001b[31mred\n'], stderr: ['a\nb\n'] })).toEqual(['\u001b[31mred', 'a', 'b'])
})

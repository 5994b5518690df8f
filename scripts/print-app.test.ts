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

it('drops the banner of Next and nothing beside it', async () => {
  const stderr = ['▲ Next.js 16.4.6 (Turbopack)\nFATAL: out of memory\n', '- Local: http://x\nat a.ts:1\n', '\n']
  const lines = await printed('start', { stderr, stdout: ['▲ Next.js {"level":"error"}\n'] })
  expect(lines).toContain('▲ Next.js {"level":"error"}')
  expect(lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line).msg)).toEqual([
    'FATAL: out of memory',
    'at a.ts:1',
  ])
})

it.each(['\u202e', '\u2066', '\u200f', '\u061c', '\u2028', '\u0085', '\r'])(
  'shows the code of what changes a line on the terminal: %j',
  async (mark) => {
    const lines = await printed('start', { stdout: [`a${mark}b\n`] })
    expect(lines.join('')).toMatch(/^[\x20-\x7e]*$/)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: `a${mark}b` })
  },
)

it('reads a line of a million spaces in a time that grows with its length', async () => {
  for (const stream of ['stdout', 'stderr'] as const) {
    const lines = await printed('start', { [stream]: [`${' '.repeat(1_000_000)}x\n`] })
    expect(lines.join('')).toContain('x')
  }
})

it('prints a line without an end in parts, and keeps its length', async () => {
  const chunk = 'y'.repeat(50_000)
  const lines = await printed('start', { stdout: Array.from({ length: 20 }, () => chunk) })
  expect(Math.max(...lines.map((line) => line.length))).toBe(64 * 1024)
  expect(lines.join('')).toBe('y'.repeat(1_000_000))
})

it('reads lines and characters that come in parts', async () => {
  expect(await printed('start', { stdout: ['a\r', '\nb', 'c\nd'] })).toEqual(['a', 'bc', 'd'])
})

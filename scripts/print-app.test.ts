import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { printApp } from './print-app.ts'

async function printed(
  mode: 'start' | 'dev',
  said: { stdout?: (string | Buffer)[]; stderr?: string[] },
): Promise<string[]> {
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

it('prints the built app’s log unchanged and drops Next’s banner', async () => {
  const lines = ['   ▲ Next.js 16.4.6\n', ' ✓ Ready in 1s\n', '{"level":"info","msg":"a"}\n', '┌──┐\n']
  expect(await printed('start', { stdout: lines })).toEqual(['{"level":"info","msg":"a"}', '┌──┐'])
})

it('turns the built app’s standard error into log records, one per stack trace', async () => {
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

it('escapes control characters in the built app’s output', async () => {
  const lines = await printed('start', { stdout: ['\u001b[2J\u009b31m hidden\n'] })
  expect(lines.join('')).toMatch(/^[\x20-\x7e]*$/)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: '\u001b[2J\u009b31m hidden' })
})

it('prints the output unchanged in development', async () => {
  expect(await printed('dev', { stdout: ['\u001b[31mred\n'], stderr: ['a\nb\n'] })).toEqual(['\u001b[31mred', 'a', 'b'])
})

it('drops no line except Next’s banner', async () => {
  const stderr = ['▲ Next.js 16.4.6 (Turbopack)\nFATAL: out of memory\n', '- Local: http://x\nat a.ts:1\n', '\n']
  const lines = await printed('start', { stderr, stdout: ['▲ Next.js {"level":"error"}\n'] })
  expect(lines).toContain('▲ Next.js {"level":"error"}')
  expect(lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line).msg)).toEqual([
    'FATAL: out of memory',
    'at a.ts:1',
  ])
})

it.each(['\u202e', '\u2066', '\u200f', '\u061c', '\u2028', '\u0085', '\r'])(
  'escapes a character that can change the terminal’s line: %j',
  async (mark) => {
    const lines = await printed('start', { stdout: [`a${mark}b\n`] })
    expect(lines.join('')).toMatch(/^[\x20-\x7e]*$/)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ msg: `a${mark}b` })
  },
)

it('reads a line of a million spaces in linear time', async () => {
  for (const stream of ['stdout', 'stderr'] as const) {
    const lines = await printed('start', { [stream]: [`${' '.repeat(1_000_000)}x\n`] })
    expect(lines.join('')).toContain('x')
  }
})

it('prints an endless line in parts, without losing characters', async () => {
  const chunk = 'y'.repeat(50_000)
  const lines = await printed('start', { stdout: Array.from({ length: 20 }, () => chunk) })
  expect(Math.max(...lines.map((line) => line.length))).toBe(64 * 1024)
  expect(lines.join('')).toBe('y'.repeat(1_000_000))
})

it('joins lines and characters that arrive in parts', async () => {
  expect(await printed('start', { stdout: ['a\r', '\nb', 'c\nd'] })).toEqual(['a', 'bc', 'd'])
  const plane = Buffer.from('✈\n')
  expect(await printed('start', { stdout: [plane.subarray(0, 2), plane.subarray(2)] })).toEqual(['✈'])
})

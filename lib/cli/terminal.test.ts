import { expect, test, vi } from 'vitest'
import { fromWorkingDir, whileShowing } from './terminal.ts'

test.each([
  ['./a', '/home/a user/a'],
  ['..', '/home'],
  ['registry:./reg#pdf@^1', 'registry:file:///home/a%20user/reg#pdf@^1'],
  ['registry:../reg', 'registry:file:///home/reg'],
  ['registry:/srv/reg#pdf', 'registry:/srv/reg#pdf'],
  ['registry:https://example.com/./x', 'registry:https://example.com/./x'],
  ['owner/repo', 'owner/repo'],
])('finds the folder of a source below the folder of the caller: %s', (source, expected) => {
  vi.stubEnv('INIT_CWD', '/home/a user')
  expect(fromWorkingDir(source)).toBe(expected)
})

test.each([
  [true, ['Asking a\uFFFD[2Jb …', '\r\u001b[K']],
  [false, []],
])('names long work on a terminal only, and clears the line after a failure too: %s', async (isTTY, expected) => {
  const written: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
  const before = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY')
  Object.defineProperty(process.stderr, 'isTTY', { value: isTTY, configurable: true })
  try {
    await expect(whileShowing('Asking a\u001b[2Jb', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  } finally {
    if (before) Object.defineProperty(process.stderr, 'isTTY', before)
    else Reflect.deleteProperty(process.stderr, 'isTTY')
  }
  expect(written).toEqual(expected)
})

import { expect, test, vi } from 'vitest'
import { whileShowing } from './terminal.ts'

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

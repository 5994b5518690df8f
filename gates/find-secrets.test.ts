import { expect, it } from 'vitest'
import { findSecrets } from './scan-files.ts'
import { scannedText } from './scanned-text.ts'

const found = (text: string) => findSecrets(scannedText('a.md', { kind: 'text', language: 'prose' }, text))
const token = `ghp_${'mQ2pX9vKd4Rt8LwZ1bN6'.repeat(2).slice(0, 36)}`

it('finds 20 credentials at most, without their values, and no placeholder', async () => {
  const [first, ...others] = await found(`a ${token}\n`)
  expect([first?.start, first?.end, others]).toEqual([2, 2 + token.length, []])
  expect(first?.what).toMatch(/github/i)
  expect(first?.what).not.toContain(token)
  expect(await found(`a ${token}\n`.repeat(21))).toHaveLength(20)
  expect(await found(`a ${token.replace('mQ2pX9v', 'EXAMPLE')}\n`)).toEqual([])
})

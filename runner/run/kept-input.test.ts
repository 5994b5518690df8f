import { expect, it } from 'vitest'
import { newId } from '../contract/ids.ts'
import type { Seal } from '../core/ports.ts'
import { createRedactor } from '../redact/redact.ts'
import { keepInput, openInput } from './kept-input.ts'

const id = newId('exec', (size) => new Uint8Array(size))
const other = newId('exec', (size) => new Uint8Array(size).fill(1))
const redact = createRedactor(['a secret value'])
const seal: Seal = {
  close: (text, name) => Buffer.from(`${name} ${text}`).toString('base64'),
  open: (text, name) => {
    const opened = Buffer.from(text, 'base64').toString()
    return opened.startsWith(`${name} `) ? opened.slice(name.length + 1) : undefined
  },
}
const input = (text: string) => ({ action: 'run', params: { text }, config: {} })

it('keeps an input without a secret as it is', async () => {
  const kept = await keepInput(input('plain'), redact, { id, seal })
  expect(kept).toEqual({ input: JSON.stringify(input('plain')) })
  expect(openInput(id, kept, undefined)).toEqual(input('plain'))
})

it('keeps an input with a secret redacted, and the original sealed for an execution that may resume', async () => {
  const secret = input('has a secret value')
  const kept = await keepInput(secret, redact, { id, seal })
  expect(kept.input).not.toContain('a secret value')
  expect(kept.input_redacted).toBe(true)
  expect(openInput(id, kept, seal)).toEqual(secret)
  // Sealed for another execution, or without the key.
  expect(openInput(other, kept, seal)).toBeUndefined()
  expect(openInput(id, kept, undefined)).toBeUndefined()
  expect(await keepInput(secret, redact, undefined)).toEqual({ input: kept.input, input_redacted: true })
  await expect(keepInput(secret, redact, { id, seal: undefined })).rejects.toThrow(/no seal/)
})

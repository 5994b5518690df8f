import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const folder = new URL('../../messages/de/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.json'))

// "Mo., 23. Nov." ends with a period of its own.
test.each(files)('no German sentence of %s ends with a date', (file) => {
  const messages = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
  const wrong = Object.entries(messages).filter(([, text]) => /\{(date|lowDay|highDay)\}\./.test(text))
  expect(wrong).toEqual([])
})

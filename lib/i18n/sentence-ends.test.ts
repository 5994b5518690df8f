import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const folder = new URL('../../messages/de/', import.meta.url)
// The dates of fields have their year, which no period follows.
const files = readdirSync(folder).filter((file) => /(?<!-fields)\.json$/.test(file))

// "Mo., 23. Nov." ends with a period of its own.
test.each(files)('no German sentence of %s ends with a date', (file) => {
  const messages = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
  const wrong = Object.entries(messages).filter(([, text]) => /\{(date|lowDay|highDay)\}\./.test(text))
  expect(wrong).toEqual([])
})

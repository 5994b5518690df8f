import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const folder = new URL('../../messages/de/', import.meta.url)
// Dates in the messages of form fields end with the year, which has no period of its own.
const files = readdirSync(folder).filter((file) => /(?<!-fields)\.json$/.test(file))

// A date like "Mo., 23. Nov." already ends with a period.
test.each(files)('no German sentence of %s ends with a date', (file) => {
  const messages = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
  const wrong = Object.entries(messages).filter(([, text]) => /\{(age|date|lowDay|highDay)\}\./.test(text))
  expect(wrong).toEqual([])
})

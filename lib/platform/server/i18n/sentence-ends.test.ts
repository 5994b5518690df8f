import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const messages = new URL('../../../../messages/', import.meta.url)

/** The sentences of a language that end with one of these values, as "file: message". */
function endingWith(values: RegExp, language: string, isRead = (file: string) => file.endsWith('.json')): string[] {
  const folder = new URL(`${language}/`, messages)
  return readdirSync(folder)
    .filter(isRead)
    .flatMap((file) => {
      const texts = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
      return Object.keys(texts)
        .filter((key) => values.test(texts[key] ?? ''))
        .map((key) => `${file}: ${key}`)
    })
}

// A date like "Mo., 23. Nov." already ends with a period. Dates in the messages of form fields end with the year.
test('no German sentence ends with a date', () => {
  const isRead = (file: string) => /(?<!-fields)\.json$/.test(file)
  expect(endingWith(/\{(age|date|lowDay|highDay)\}\./, 'de', isRead)).toEqual([])
})

// A time like "3:00 p.m." already ends with a period. The dates of hotels can have a time.
test.each(['de', 'en', 'es', 'ja', 'nl'])('no sentence in %s ends with a time', (language) => {
  expect(endingWith(/\{(age|at|time)\}\./, language)).toEqual([])
  expect(endingWith(/\{date\}\./, language, (file) => file === 'hotels.json')).toEqual([])
})

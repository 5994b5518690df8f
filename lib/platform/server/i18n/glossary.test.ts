import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { messagesOf, namespaces } from './messages-of.ts'

const words = z.union([z.string(), z.array(z.string())]).transform((given) => [given].flat())
const termSchema = z.strictObject({ en: z.string(), es: words, nl: words, de: words, ja: words })
const path = new URL('../../../../messages/glossary.json', import.meta.url)
const glossary = z.array(termSchema).parse(JSON.parse(readFileSync(path, 'utf8')))

test.each(['es', 'nl', 'de', 'ja'] as const)(
  'each term of the glossary is translated into %s with the words of the glossary',
  (language) => {
    const wrong = namespaces.flatMap((name) => {
      const translated = messagesOf(language, name)
      return Object.entries(messagesOf('en', name)).flatMap(([key, english]) =>
        glossary
          .filter(({ en }) => new RegExp(`\\b${en}s?\\b`, 'i').test(withoutArguments(english)))
          .filter((term) => !term[language].some((word) => translated[key]?.toLowerCase().includes(word)))
          .map(({ en }) => `${name}.${key}: ${en}: ${translated[key]}`),
      )
    })
    expect(wrong).toEqual([])
  },
)

/** Removes the names of arguments, which are not words of the text. */
const withoutArguments = (text: string) => text.replaceAll(/\{\w+(?:, plural,)?|\}/g, ' ')

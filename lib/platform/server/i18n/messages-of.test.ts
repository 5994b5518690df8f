import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { isLanguage, languageNames } from '../../model/languages.ts'
import { createTexts } from '../../model/texts.ts'
import { type compiledTexts, messagesOf, namespaces, textsInJson, toPseudo } from './messages-of.ts'

const languages = Object.keys(languageNames).filter(isLanguage)

/** The arguments and tags of a message, and the type of each. */
function argumentsOf(elements: readonly MessageFormatElement[]): string[] {
  const found = elements.flatMap((element): string[] => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return []
      case TYPE.plural:
      case TYPE.select: {
        const inside = Object.values(element.options).flatMap(({ value }) => argumentsOf(value))
        return [`${element.value} ${element.type}`, ...inside]
      }
      case TYPE.tag:
        return [`<${element.value}>`, ...argumentsOf(element.children)]
      default:
        return [`${element.value} ${element.type}`]
    }
  })
  return [...new Set(found)].toSorted()
}

const argumentsIn = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, argumentsOf(parse(text))]))

describe.each(namespaces)('the messages "%s"', (name) => {
  const english = messagesOf('en', name)

  test.each([...languages, 'en-XA', 'ar-XB'] as const)('have the same keys and arguments in %s', (language) => {
    expect(argumentsIn(messagesOf(language, name))).toEqual(argumentsIn(english))
  })

  test.each(languages)('have no empty text and no stray space in %s', (language) => {
    for (const [key, text] of Object.entries(messagesOf(language, name))) {
      expect(text.trim(), key).toBe(text)
      expect(text, key).not.toBe('')
    }
  })

  test.each(languages)('have the plural forms that %s needs', (language) => {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((one) => one !== 'many')
    for (const [key, text] of Object.entries(messagesOf(language, name))) {
      for (const forms of pluralsOf(parse(text))) {
        const written = forms.filter((form) => !form.startsWith('='))
        expect(new Set(written), key).toEqual(new Set(needed))
      }
    }
  })
})

/** The names of the forms of each plural in a message. */
function pluralsOf(elements: readonly MessageFormatElement[]): string[][] {
  return elements.flatMap((element): string[][] => {
    if (element.type === TYPE.tag) return pluralsOf(element.children)
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return []
    const inside = Object.values(element.options).flatMap(({ value }) => pluralsOf(value))
    return element.type === TYPE.plural ? [Object.keys(element.options), ...inside] : inside
  })
}

test('the pseudo-locale lengthens and accents texts, and keeps arguments, forms and tags', () => {
  expect(toPseudo('Flights to {place}')).toBe('[Flíghtshts tó {place}]')
  expect(toPseudo('{count, plural, one {# night} other {# nights}}')).toBe(
    '[{count,plural,one{# níghtht} other{# níghtsts}}]',
  )
  expect(toPseudo('See <id>here</id>')).toBe('[Séé <id>héréré</id>]')
})

test('the texts of a pseudo-locale are made once, because each page reads all of them', () => {
  expect(messagesOf('en-XA', 'home')).toBe(messagesOf('en-XA', 'home'))
})

test('the browser can format the messages that it receives as JSON', () => {
  const { travel, units }: ReturnType<typeof compiledTexts<'travel' | 'units'>> = JSON.parse(
    textsInJson('nl', ['travel', 'units']),
  )
  expect(createTexts<'travel'>(travel, 'nl')('travelers', { count: 2 })).toBe('2 reizigers')
  expect(Object.keys(units)).toEqual(Object.keys(messagesOf('nl', 'units')))
})

import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { ErrorCode } from '#runner/contract/errors.ts'
import { isLanguage, languageNames } from '../../model/languages.ts'
import { refusalReasons } from '../../model/refusal-reasons.ts'
import { refusalText } from '../../model/refusal-text.ts'
import { createTexts } from '../../model/texts.ts'
import { compiledTexts, messagesOf, namespaces } from './messages-of.ts'

const languages = Object.keys(languageNames).filter(isLanguage)

/** The words of those who write and run skills, in any language. A traveler knows sources, hotels and flights. */
const forbidden =
  /skill|スキル|habilidad|vaardighe|computing|\bfuel\b|sandbox budget|rechenbudget|rechenzeit|presupuesto|cómputo|rekenbudget|計算量/i

/** What a reader sees of a message: without the names of its arguments. */
const wordsOf = (parts: readonly MessageFormatElement[]): string =>
  parts
    .map((part) => {
      if (part.type === TYPE.literal) return part.value
      if (part.type === TYPE.tag) return wordsOf(part.children)
      if (part.type !== TYPE.select && part.type !== TYPE.plural) return ''
      return Object.values(part.options)
        .map(({ value }) => wordsOf(value))
        .join(' ')
    })
    .join(' ')

describe.each(languages)('in %s', (language) => {
  test.each(namespaces)('no text of %s speaks of skills or of their budget', (name) => {
    const wrong = Object.entries(messagesOf(language, name)).filter(([, text]) => forbidden.test(wordsOf(parse(text))))
    expect(wrong).toEqual([])
  })

  test('nor does the explanation of any error that a page can show', () => {
    const t = createTexts<'refusals'>(compiledTexts(language, ['refusals']).refusals, language)
    const request = { who: 'Amadeus', skill: 'hotel-search' }
    for (const code of ErrorCode.options) {
      for (const reason of [undefined, ...Object.keys(refusalReasons)]) {
        const message = 'The skill hotel-search used up its computing budget.'
        const error = { code, message, facts: { id: 'req_1', most: 5, most_with_account: 9 } }
        expect(refusalText(reason === undefined ? error : { ...error, reason }, t, request)).not.toMatch(forbidden)
      }
    }
  })
})

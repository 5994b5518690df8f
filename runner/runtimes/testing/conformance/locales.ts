import { describe, expect, test } from 'vitest'
import type { Json } from '../../../contract/skill-io.ts'
import type { Suite } from './suite.ts'

/** Functions of JavaScript whose values depend on a language or a time zone. */
export function locales({ answerOf }: Suite): void {
  const read = (expressions: readonly string[]): Promise<Json> => {
    const tries = expressions.map((one) => `(() => { try { return ${one} } catch (error) { return String(error) } })()`)
    return answerOf(`() => [${tries.join()}]`)
  }

  describe('locales', () => {
    test.each([
      ['toLocaleString', 'new Date(0).toLocaleString()'],
      ['toLocaleString', "new Date(0).toLocaleString('en-US', { timeZone: 'Asia/Tokyo' })"],
      ['toLocaleString', 'new Date(NaN).toLocaleString()'],
      ['toLocaleDateString', "new Date(0).toLocaleDateString('en-CA')"],
      ['toLocaleTimeString', "new Date(0).toLocaleTimeString(undefined, { hour: '2-digit' })"],
      ['toLocaleString', '(1234.5).toLocaleString()'],
      ['toLocaleString', "(1234.5).toLocaleString('en-US', { style: 'currency', currency: 'USD' })"],
      ['toLocaleString', "1234n.toLocaleString('de-DE')"],
      ['toLocaleString', "[1234.5].toLocaleString('de-DE')"],
      ['toLocaleString', "new Float64Array([1234.5]).toLocaleString('de-DE')"],
      ['toLocaleString', '[[new Date(0)]].toLocaleString()'],
      ['localeCompare', "'a'.localeCompare('B')"],
      ['localeCompare', "'a'.localeCompare('b', 'sv', { sensitivity: 'base' })"],
      ['localeCompare', "['ä', 'z'].sort((a, b) => a.localeCompare(b))"],
      ['localeCompare', "['ä', 'z'].sort(Function.prototype.call.bind(''.localeCompare))"],
      ['toLocaleUpperCase', "'i'.toLocaleUpperCase('tr')"],
      ['toLocaleLowerCase', "'I'.toLocaleLowerCase(['lt', 'en'])"],
    ])('%s throws what Intl throws, in %s', async (name, expression) => {
      const [intl, thrown] = Object(await read(['Intl.NumberFormat', expression]))
      expect(intl).toBe('ReferenceError: Intl is not defined')
      expect(thrown).toBe(`${intl}, and ${name} needs it`)
    })

    test('a value that is the same in every language is given', async () => {
      const values = [
        "'ǆß'.toLocaleUpperCase()",
        "'İI'.toLocaleLowerCase(undefined)",
        "['a', true, null].toLocaleString()",
        '({}).toLocaleString()',
        "'é'.normalize('NFD').length",
      ]
      expect(await read(values)).toEqual(['ǄSS', 'i̇i', 'a,true,', '[object Object]', 2])
    })
  })
}

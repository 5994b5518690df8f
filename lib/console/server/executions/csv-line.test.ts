import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './export-executions.ts'

/** Reads a line as a spreadsheet does. */
const readCells = (line: string): string[] =>
  [...`,${line.replace(/\r\n$/, '')}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain]) =>
    (quoted ?? plain ?? '').replaceAll('""', '"'),
  )

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('no cell is a formula: %j', (text) => {
  expect(csvLine([text, 1, null])).toBe(`"'${text}",1,\r\n`)
})

test('every text is read as it was written, except for the apostrophe before a formula', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab",=+\n ') })
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
      expect(readCells(csvLine(cells))).toEqual(cells.map((text) => (/^[=+]/.test(text) ? `'${text}` : text)))
    }),
  )
})

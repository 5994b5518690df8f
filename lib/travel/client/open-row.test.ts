import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashOf } from '../model/hash.ts'
import { openRow, rowWithPart } from './open-row.ts'

const keys = fc.string().map(hashOf)

test('a row and its chosen part round-trip through the URL, and a row without a part has none', () => {
  fc.assert(
    fc.property(keys, keys, (row, part) => {
      expect(openRow(rowWithPart(row, part))).toEqual({ row, part })
      expect(openRow(row)).toEqual({ row, part: null })
    }),
  )
  expect(openRow(null)).toEqual({ row: null, part: null })
})

import { expect, it } from 'vitest'
import { isSearchable } from './response-charset.ts'

it.each([
  [true, []],
  [true, [['content-type', 'application/json']]],
  [true, [['Content-Type', 'text/plain; charset=UTF-8']]],
  [true, [['content-type', 'text/plain; charset=iso-8859-1']]],
  [true, [['content-type', 'text/plain; charset="utf-16"']]],
  [false, [['content-type', 'text/plain; charset=utf-7']]],
  [false, [['content-type', 'text/plain; charset=shift_jis']]],
  [false, [['CONTENT-TYPE', 'text/plain; charset=ebcdic']]],
  [false, [['content-type', 'no type; charset=utf-7']]],
  [true, [['content-type', 'no type; charset=utf-8']]],
  [true, [['content-type', 'no type']]],
  [true, [['x-type', 'text/plain; charset=utf-7']]],
  [
    false,
    [
      ['content-type', 'text/plain; charset=utf-8'],
      ['content-type', 'text/plain; charset=utf-7'],
    ],
  ],
] as const)('says %s for %j', (expected, headers) => {
  expect(isSearchable(headers)).toBe(expected)
})

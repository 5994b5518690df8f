import { expect, test } from 'vitest'
import { cursorOf, cutPage, readAfter } from './pages.ts'

const ids = /^exec_\w{1,4}$/
const row = (n: number) => ({ at: new Date(n), id: `exec_${n}` })
const cursorAfter = ({ at, id }: ReturnType<typeof row>) => cursorOf(at, id)

test('a page ends with the cursor after its last row, unless it is the last page', () => {
  const rows = [row(3), row(2), row(1)]
  const { shown, next } = cutPage(rows, 2, cursorAfter)
  expect(shown).toEqual([row(3), row(2)])
  expect(readAfter(next ?? '', ids)).toEqual({ ok: true, value: row(2) })
  expect(cutPage(rows, 3, cursorAfter)).toEqual({ shown: rows, next: null })
})

test.each(['', 'x', '1.', '1.prof_1', '1.exec_12345', ' 1.exec_1', '1.exec_1\n', '-1.exec_1', '12345678901234.exec_1'])(
  'refuses %j, which is not a cursor of the list, and names the field',
  (after) => {
    expect(readAfter(after, ids)).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { after: 'is not the next value of a page' } },
    })
  },
)

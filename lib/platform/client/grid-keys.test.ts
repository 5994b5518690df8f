import { expect, test } from 'vitest'
import { type GridPlace, placeAfterKey } from './grid-keys.ts'

const size = { rows: 3, columns: 4 }
const isThere = ({ row, column }: GridPlace) => !(row === 1 && column === 2) && !(row === 0 && column === 0)
const after = (key: string, row: number, column: number, ctrlKey = false) =>
  placeAfterKey({ key, ctrlKey }, { row, column }, size, isThere)

test('arrow keys move by one cell and stop at the edges', () => {
  expect(after('ArrowRight', 0, 1)).toEqual({ row: 0, column: 2 })
  expect(after('ArrowDown', 0, 1)).toEqual({ row: 1, column: 1 })
  expect(after('ArrowUp', 0, 1)).toBeUndefined()
  expect(after('ArrowRight', 0, 3)).toBeUndefined()
})

test('arrow keys skip empty places, and stay where only empty places follow', () => {
  expect(after('ArrowRight', 1, 1)).toEqual({ row: 1, column: 3 })
  expect(after('ArrowDown', 0, 2)).toEqual({ row: 2, column: 2 })
  expect(after('ArrowLeft', 0, 1)).toBeUndefined()
})

test('Home and End move to the ends of the row, and with Control to the ends of the grid', () => {
  expect(after('Home', 0, 3)).toEqual({ row: 0, column: 1 })
  expect(after('End', 0, 1)).toEqual({ row: 0, column: 3 })
  expect(after('Home', 2, 2, true)).toEqual({ row: 0, column: 1 })
  expect(after('End', 0, 1, true)).toEqual({ row: 2, column: 3 })
})

test('other keys do not move', () => {
  expect(after('Enter', 0, 1)).toBeUndefined()
})

'use client'

import { type ColumnDef, FlexRender, tableFeatures, useTable } from '@tanstack/react-table'
import { classes } from '../ui/classes.ts'
import { ScrollBox } from './scroll-box.tsx'

const features = tableFeatures({})
type Features = typeof features

/**
 * A column of a `ConsoleTable`. `id`: its name. `isNumber`: right-aligned. `from`: the narrowest screen that shows it.
 */
export type Column<Row extends object> = ColumnDef<Features, Row> & {
  id: string
  isNumber?: boolean
  from?: 'tablet' | 'desktop'
}

interface ConsoleTableProps<Row extends object> {
  /** The table's name: "Executions, the latest first". */
  label: string
  /** Must stay the same array until the columns change. */
  columns: Column<Row>[]
  rows: Row[]
  idOf: (row: Row) => string
  /** The column and direction by which the server sorted the rows. */
  sorted?: { column: string; direction: 'ascending' | 'descending' }
  isBusy?: boolean
  className?: string
}

/** Rows as a real table, which scrolls sideways on a narrow screen. */
export function ConsoleTable<Row extends object>(props: ConsoleTableProps<Row>) {
  const { label, columns, rows, idOf, sorted, isBusy = false, className } = props
  const table = useTable({ features, columns, data: rows, getRowId: idOf })
  const lookOf = (id: string) => {
    const { isNumber, from } = columns.find((column) => column.id === id) ?? {}
    return classes(isNumber && 'is-number', from === 'tablet' && 'is-second', from === 'desktop' && 'is-third')
  }
  return (
    <ScrollBox label={label}>
      <table className={classes('console-table', className, isBusy && 'is-busy')} aria-busy={isBusy}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  className={lookOf(header.column.id)}
                  aria-sort={sorted?.column === header.column.id ? sorted.direction : undefined}
                >
                  <FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id} className={lookOf(cell.column.id)}>
                  <FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

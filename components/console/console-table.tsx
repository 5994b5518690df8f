import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { ScrollBox } from './scroll-box.tsx'

/**
 * A column of a `ConsoleTable`. `id`: its name. `isNumber`: right-aligned. `from`: the narrowest screen that shows it.
 */
export type Column<Row extends object> = {
  id: string
  header: string
  isNumber?: boolean
  from?: 'tablet' | 'desktop'
  cell: (row: Row) => ReactNode
}

export interface ConsoleTableProps<Row extends object> {
  /** The table's name: "Executions, the latest first". */
  label: string
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
  const lookOf = ({ isNumber, from }: Column<Row>) =>
    classes(isNumber && 'is-number', from === 'tablet' && 'is-second', from === 'desktop' && 'is-third')
  return (
    <ScrollBox label={label}>
      <table className={classes('console-table', className, isBusy && 'is-busy')} aria-busy={isBusy}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={lookOf(column)}
                aria-sort={sorted?.column === column.id ? sorted.direction : undefined}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={idOf(row)}>
              {columns.map((column) => (
                <td key={column.id} className={lookOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

import { Fragment, type ReactNode } from 'react'
import { classes } from '../ui/classes.ts'

/** A column's header and place. `isNumber`: right-aligned. `from`: the narrowest screen that shows it. */
type Head = {
  header: string
  isNumber?: boolean
  from?: 'tablet' | 'desktop'
  /** The header is for screen readers only. */
  isSpoken?: boolean
}

export type Column<Row extends object> = Head & {
  /** The cells are the headers of their rows. */
  isRowHeader?: boolean
  /** The class of the cells. */
  className?: string
  cell: (row: Row) => ReactNode
}

export interface ConsoleTableProps<Row extends object> {
  /** The name of the box in which the table scrolls sideways: "Executions, the latest first". Absent: it does not. */
  label?: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** The header of the column by which the server sorted the rows. */
  sorted?: Sorted
  isBusy?: boolean
  className?: string
  /** The sum of the rows, below them. */
  sum?: Row
  /** What an open row shows below it. */
  panel?: (row: Row) => ReactNode
}

type Sorted = { column: string; direction: 'ascending' | 'descending' }

/** Rows as a real table. */
export function ConsoleTable<Row extends object>(props: ConsoleTableProps<Row>) {
  const { label, columns, rows, idOf, sorted, isBusy, className, sum, panel } = props
  const table = (
    <table className={classes('console-table', className, isBusy && 'is-busy')} aria-busy={isBusy}>
      <TableHead columns={columns} sorted={sorted} />
      <tbody>
        {rows.map((row) => {
          const opened = panel?.(row)
          return (
            <Fragment key={idOf(row)}>
              <tr className={opened ? 'is-open' : undefined}>
                <Cells columns={columns} row={row} />
              </tr>
              {opened && (
                <tr className="is-open is-panel">
                  <td colSpan={columns.length}>{opened}</td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
      {sum && (
        <tfoot>
          <tr>
            <Cells columns={columns} row={sum} />
          </tr>
        </tfoot>
      )}
    </table>
  )
  return label === undefined ? table : <ScrollBox label={label}>{table}</ScrollBox>
}

function Cells<Row extends object>({ columns, row }: Pick<ConsoleTableProps<Row>, 'columns'> & { row: Row }) {
  return columns.map(({ cell, className: own, isRowHeader, ...head }) => {
    const Cell = isRowHeader ? 'th' : 'td'
    const look = classes(lookOf(head), own) || undefined
    return (
      <Cell key={head.header} {...(isRowHeader && { scope: 'row' })} className={look}>
        {cell(row)}
      </Cell>
    )
  })
}

/** The head of a table whose rows have other cells. */
export function TableHead({ columns, sorted }: { columns: readonly Head[]; sorted?: Sorted | undefined }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column.header}
            scope="col"
            className={lookOf(column) || undefined}
            aria-sort={sorted?.column === column.header ? sorted.direction : undefined}
          >
            {column.isSpoken ? <span className="sr-only">{column.header}</span> : column.header}
          </th>
        ))}
      </tr>
    </thead>
  )
}

const lookOf = ({ isNumber, from }: Head) =>
  classes(isNumber && 'is-number', from === 'tablet' && 'is-second', from === 'desktop' && 'is-third')

/** A box that scrolls sideways, also by keyboard, for a table that may be wider than the screen. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
    <section className="console-scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}

import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Deed, useChosenRows } from '../chosen-rows.tsx'
import { type Column, ConsoleTable, type ConsoleTableProps } from '../console-table.tsx'
import { focusWhenShown } from '../focus-page.ts'

/** What can be done with several rows together. `unfit`: said if nothing can be done with some of the chosen rows. */
export type Bulk<Row> = { what: string; nameOf: (row: Row) => string; deeds: readonly Deed<Row>[]; unfit: string }

/** The panel that a row can open below it. */
type Opens<Row> = {
  /** The text of the button that opens the panel, and of the one that closes it. Without the latter, an open row has none. */
  text: string
  closeText?: string
  /** What the button is about: "Ada, 2 sessions". */
  about: (row: Row) => string
  /** Absent: every row. */
  fits?: (row: Row) => boolean
  /** `close` gives the focus back to the button; `onDone` does not, because the row changes. */
  panel: (row: Row, close: () => void, onDone: () => void) => ReactNode
}

export interface ResourceTableProps<Row extends object>
  extends Pick<ConsoleTableProps<Row>, 'label' | 'className' | 'columns' | 'sorted' | 'rows' | 'idOf' | 'isBusy'> {
  opens?: Opens<Row>
  actions?: ((row: Row) => ReactNode) | undefined
  bulk?: Bulk<Row> | undefined
  chosen: ReturnType<typeof useChosenRows<Row>>
}

/** Rows with the boxes that choose them and the buttons that open them, below what can be done with the chosen ones. */
export function ResourceTable<Row extends object>({
  opens,
  actions,
  bulk,
  chosen,
  columns,
  ...table
}: ResourceTableProps<Row>) {
  const { idOf } = table
  const [open, setOpen] = useState<string>()
  const close = () => setOpen(undefined)
  const openerOf = (row: Row) => `open-${idOf(row)}`
  const box: Column<Row> = {
    header: 'Choose',
    isSpoken: true,
    cell: (row) => chosen.box(row, bulk?.nameOf(row) ?? idOf(row)),
  }
  const opener: Column<Row> = {
    header: 'Actions',
    isSpoken: true,
    cell(row) {
      if (actions) return actions(row)
      const isOpen = open === idOf(row)
      if (!opens || opens.fits?.(row) === false || (isOpen && !opens.closeText)) return null
      const text = isOpen ? (opens.closeText ?? opens.text) : opens.text
      return (
        <Button
          id={openerOf(row)}
          size="sm"
          aria-label={`${text} ${opens.about(row)}`}
          aria-expanded={opens.closeText ? isOpen : undefined}
          onClick={() => setOpen(isOpen ? undefined : idOf(row))}
        >
          {text}
        </Button>
      )
    },
  }
  return (
    <ConsoleTable
      {...table}
      columns={[...(bulk ? [box] : []), ...columns, ...(opens || actions ? [opener] : [])]}
      panel={(row) => {
        if (open !== idOf(row)) return null
        return opens?.panel(
          row,
          () => {
            close()
            focusWhenShown(openerOf(row))
          },
          close,
        )
      }}
    />
  )
}

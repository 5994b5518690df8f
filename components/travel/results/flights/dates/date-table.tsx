'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { placeAfterKey } from '#lib/platform/client/grid-keys.ts'
import type { GridDay } from '#lib/travel/model/flights/date-grid.ts'
import type { DateCell as Known } from '#lib/travel/model/flights/date-price.ts'
import type { PriceScale } from '#lib/travel/model/flights/price-levels.ts'
import { DateCell } from './date-cell.tsx'

interface DateTableProps {
  label: string
  rows: readonly (readonly (GridDay | null)[])[]
  stateOf: (day: GridDay) => Known | undefined
  /** The age of a price that is over a day old, which is never the lowest. */
  oldFor: (known: Known | undefined) => string | undefined
  /** The key of the chosen days. */
  chosen: string | undefined
  scale: PriceScale
  currency: string
  write: (amount: number) => string
  columnHeads: readonly ReactNode[]
  /** The headings of the rows. Absent: each cell shows its day. */
  rowHeads?: readonly string[]
  /** Called when the days of a cell are chosen. */
  onPress: (day: GridDay) => void
  /** Called on Page Up and Page Down. Absent: these keys do nothing. */
  onPage?: (by: 1 | -1) => void
}

/** Travel dates with their prices as an ARIA grid: one stop for Tab, arrow keys between the cells. */
export function DateTable({
  label,
  rows,
  stateOf,
  oldFor,
  chosen,
  scale,
  currency,
  write,
  columnHeads,
  rowHeads,
  onPress,
  onPage,
}: DateTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const isPaging = useRef(false)
  const days = rows.flat().filter((day) => day !== null)
  const chosenRow = rows.findIndex((row) => row.some((day) => day?.key === chosen))
  const chosenColumn = rows[chosenRow]?.findIndex((day) => day?.key === chosen)
  const current = days.find(({ key }) => key === focused) ?? days.find(({ key }) => key === chosen) ?? days[0]

  // After Page Up or Page Down, the new month gets the focus.
  useEffect(() => {
    if (!isPaging.current) return
    isPaging.current = false
    table.current?.querySelector<HTMLElement>('[data-at][tabindex="0"]')?.focus()
  })

  function onKeyDown(event: KeyboardEvent) {
    const place = event.target instanceof HTMLElement ? event.target.dataset.at : undefined
    if (place === undefined || event.altKey || event.metaKey) return
    const [row = 0, column = 0] = place.split('-').map(Number)
    const page = { PageUp: -1, PageDown: 1 }[event.key]
    if ((page === 1 || page === -1) && onPage) {
      event.preventDefault()
      isPaging.current = true
      onPage(page)
      return
    }
    const size = { rows: rows.length, columns: columnHeads.length }
    const to = placeAfterKey(event, { row, column }, size, (at) => rows[at.row]?.[at.column] != null)
    if (!to) return
    event.preventDefault()
    table.current?.querySelector<HTMLElement>(`[data-at="${to.row}-${to.column}"]`)?.focus()
  }

  return (
    <div className="date-scroll">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern on a table. */}
      <table ref={table} role="grid" aria-label={label} className="date-table" onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {rowHeads && <td />}
            {columnHeads.map((head, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns have fixed places.
              <th key={at} scope="col" className={rowHeads && at === chosenColumn ? 'is-chosen' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowAt) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows have fixed places.
            <tr key={rowAt}>
              {rowHeads && (
                <th scope="row" className={rowAt === chosenRow ? 'is-chosen' : undefined}>
                  {rowHeads[rowAt]}
                </th>
              )}
              {row.map((day, columnAt) => {
                const at = `${rowAt}-${columnAt}`
                if (day === null) return <td key={at} />
                const known = stateOf(day)
                const old = oldFor(known)
                const amount = known?.state === 'priced' && !day.isOut ? known.price.amount : undefined
                return (
                  <td key={at}>
                    <DateCell
                      day={day}
                      known={known}
                      level={amount === undefined ? undefined : scale.levelOf(amount)}
                      isLowest={amount !== undefined && old === undefined && scale.isLowest(amount)}
                      oldFor={old}
                      isChosen={day.key === chosen}
                      currency={currency}
                      write={write}
                      onPress={onPress}
                      isCurrent={day === current}
                      withDay={rowHeads === undefined}
                      at={at}
                      onFocus={() => setFocused(day.key)}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

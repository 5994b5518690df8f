'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { placeAfterKey } from '#lib/platform/client/grid-keys.ts'
import { flightList } from '#lib/travel/client/flights/flight-list-query.ts'
import { withListed } from '#lib/travel/client/list-query.ts'
import type { GridDay } from '#lib/travel/model/flights/date-grid.ts'
import type { DateCell as Known } from '#lib/travel/model/flights/date-price.ts'
import { priceLevels } from '#lib/travel/model/flights/price-levels.ts'
import { DateCell } from './date-cell.tsx'

interface DateTableProps {
  label: string
  /** The current query string: links keep its sort order and filters. */
  listed: string
  rows: readonly (readonly (GridDay | null)[])[]
  cells: ReadonlyMap<string, Known>
  currency: string
  write: (amount: number) => string
  columnHeads: readonly ReactNode[]
  /** The headings of the rows. Absent: each cell shows its day. */
  rowHeads?: readonly string[]
  /** The corner above the row heads. */
  corner?: string
  /** Called on Page Up and Page Down. Absent: these keys do nothing. */
  onPage?: (by: 1 | -1) => void
}

/** Travel dates with their prices as an ARIA grid: one stop for Tab, arrow keys between the cells. */
export function DateTable({
  label,
  listed,
  rows,
  cells,
  currency,
  write,
  columnHeads,
  rowHeads,
  corner,
  onPage,
}: DateTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const isPaging = useRef(false)
  const days = rows.flat().filter((day) => day !== null)
  const amounts = days.flatMap(({ key }) => {
    const known = cells.get(key)
    return known?.state === 'priced' ? [known.price.amount] : []
  })
  const { levelOf } = priceLevels(amounts)
  const lowest = Math.min(...amounts)
  const hasLowest = amounts.some((amount) => amount > lowest)
  const current = days.find(({ key }) => key === focused) ?? days.find(({ isSelected }) => isSelected) ?? days[0]

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
            {rowHeads && (corner ? <th scope="col">{corner}</th> : <td className="date-corner" />)}
            {columnHeads.map((head, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns have fixed places.
              <th key={at} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowAt) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows have fixed places.
            <tr key={rowAt}>
              {rowHeads && <th scope="row">{rowHeads[rowAt]}</th>}
              {row.map((day, columnAt) => {
                const at = `${rowAt}-${columnAt}`
                if (day === null) return <td key={at} />
                const known = cells.get(day.key)
                const amount = known?.state === 'priced' && !day.isOut ? known.price.amount : undefined
                return (
                  <td key={at}>
                    <DateCell
                      day={day}
                      known={known}
                      level={amount === undefined ? undefined : levelOf(amount)}
                      isLowest={hasLowest && amount === lowest}
                      currency={currency}
                      write={write}
                      href={`/search/flights?${withListed(day.query, listed, flightList.names)}`}
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

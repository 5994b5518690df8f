'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { placeAfterKey } from '#lib/platform/client/grid-keys.ts'
import type { GridDay } from '#lib/travel/model/flights/date-grid.ts'
import type { DateCell as Known } from '#lib/travel/model/flights/date-price.ts'
import { daysText, stateText } from '#lib/travel/model/flights/date-words.ts'
import type { PriceLevel, PriceScale } from '#lib/travel/model/flights/price-levels.ts'
import { classes } from '../../../../ui/classes.ts'
import { useLocale, useTexts } from '../../../../ui/texts.tsx'

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

interface DateCellProps {
  day: GridDay
  known: Known | undefined
  level: PriceLevel | undefined
  isLowest: boolean
  isChosen: boolean
  /** The age of a price that is over a day old. */
  oldFor: string | undefined
  /** The currency of the prices. */
  currency: string
  /** Formats the prices of all cells alike. */
  write: (amount: number) => string
  /** Whether Tab reaches this cell. */
  isCurrent: boolean
  /** Shows the day of the month, for cells without headings of their own. */
  withDay: boolean
  /** The cell's position in the grid, for the keyboard. */
  at: string
  onFocus: () => void
  onPress: (day: GridDay) => void
}

/**
 * The travel dates of one cell: a button that chooses them, with the price or else the state of the cell. A press on an
 * unknown price also asks for it. Dates that cannot be searched have no button.
 */
function DateCell(props: DateCellProps) {
  const { day, known, level, isLowest, isChosen, oldFor, currency, write, isCurrent, withDay, at, onFocus, onPress } =
    props
  const locale = useLocale()
  const [t, flights] = [useTexts('dates'), useTexts('flights')]
  const shared = { 'data-at': at, tabIndex: isCurrent ? 0 : -1, onFocus }
  const name = (
    <>
      {withDay && (
        <span className="date-day" aria-hidden="true">
          {Number(day.days.date.slice(8))}
        </span>
      )}
      <span className="sr-only">{daysText(day.days, locale, t)}, </span>
    </>
  )
  if (day.isOut) {
    return (
      <span {...shared} className="date-cell is-out">
        {name}
        <span aria-hidden="true">–</span>
        <span className="sr-only">{flights('cannotBeSearched')}</span>
      </span>
    )
  }
  return (
    <button
      {...shared}
      type="button"
      className={classes('date-cell', `is-${known?.state ?? 'unknown'}`, level && `is-level-${level}`)}
      data-days={day.key}
      aria-current={isChosen ? 'date' : undefined}
      onClick={() => onPress(day)}
    >
      {name}
      {known?.state === 'priced' ? (
        <span className={classes('date-price', isLowest && 'is-lowest')}>{write(known.price.amount)}</span>
      ) : (
        <span className="date-state">{stateText(known, currency, { t, flights })}</span>
      )}
      {isLowest && <Word text={t('lowest')} />}
      {isChosen && <Word text={t('yours')} />}
      {oldFor && (
        <>
          <i className="date-old" aria-hidden="true" />
          <span className="sr-only">, {t('overADay')}</span>
          <Word text={oldFor} />
        </>
      )}
    </button>
  )
}

const Word = ({ text }: { text: string }) => (
  <span className="date-word">
    <span className="sr-only">, </span>
    {text}
  </span>
)

import { useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import type * as z from 'zod'
import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ConsoleTable, type ConsoleTableProps } from './console-table.tsx'
import { Pager, without } from './pager.tsx'
import { QueryState } from './query-state.tsx'
import { unknownFilterText } from './unknown-filters.ts'

type Page = { readonly next: string | null }

interface FilteredListProps<Answer extends Page, Row extends { id: string }> {
  /** What is being loaded: "Executions". */
  name: string
  /** The path of the page below `/console`, and of its route below `/api/console`. */
  path: string
  answer: z.ZodType<Answer>
  /** The shape of the list's query. */
  known: Readonly<Record<string, unknown>>
  /** How often to read the first page again, in ms. Older pages are not polled, because they hardly change. */
  pollMs: (answer: Answer | undefined) => number
  /** The fields of the filters. A filter is stored in the URL and applies at once. */
  filters: (query: Readonly<Record<string, string>>) => ReactNode
  table: Pick<ConsoleTableProps<Row>, 'label' | 'className' | 'columns' | 'sorted'>
  rowsOf: (answer: Answer) => Row[]
  /** Content above the table. */
  above?: (answer: Answer) => ReactNode
  /** The text of a list without rows. `isFiltered`: filters may hide them. */
  empty: (isFiltered: boolean) => ReactNode
}

/** A list of the console with filters and pages in the URL. */
export function FilteredList<Answer extends Page, Row extends { id: string }>(props: FilteredListProps<Answer, Row>) {
  const { name, path, answer, known, pollMs, filters, table, rowsOf, above, empty } = props
  const query = useSearchParams()
  const search = query.toString()
  const page = useConsoleQuery(answer, `${path}${search === '' ? '' : `?${search}`}`, {
    keepsPrevious: true,
    pollMs: (read) => (query.has('after') ? 0 : pollMs(read)),
  })
  const mistake = unknownFilterText(query, known)
  const clear = { href: `/console${path}`, text: 'Clear filters' }
  return (
    <>
      <search className="console-filters">
        {filters(Object.fromEntries(query))}
        {/* A mistake is reported with the same link. */}
        {mistake === undefined && without(query, 'after').size > 0 && (
          <ButtonLink size="sm" variant="quiet" href={clear.href}>
            {clear.text}
          </ButtonLink>
        )}
      </search>
      <QueryState query={page} name={name} mistake={mistake} wayOut={mistake === undefined ? undefined : clear}>
        {(read) => (
          <>
            {above?.(read)}
            {rowsOf(read).length === 0 ? (
              <p className="console-box console-empty">{empty(search !== '')}</p>
            ) : (
              <div className="console-box">
                <ConsoleTable {...table} rows={rowsOf(read)} idOf={({ id }) => id} isBusy={page.isPlaceholderData} />
              </div>
            )}
            <Pager query={query} next={read.next} />
          </>
        )}
      </QueryState>
    </>
  )
}

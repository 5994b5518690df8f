import { useSearchParams } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import type * as z from 'zod'
import { showQuery } from '#lib/console/client/show-query.ts'
import { pathWith, useConsoleQuery } from '#lib/console/client/use-console.ts'
import { inZone } from '#lib/console/model/console-day.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { refreshIcon } from '../ui/later-icons.ts'
import { ConsolePage, type DoneNote } from './console-page.tsx'
import { ConsoleTable, type ConsoleTableProps } from './console-table.tsx'
import { useZone } from './frame/zone.tsx'
import { Pager, without } from './pager.tsx'
import { QueryState } from './query-state.tsx'

/**
 * The sentence about parameters of a list's URL that the list does not know, such as those of a mistyped link.
 *
 * @param known the shape of the list's query
 */
export function unknownFilterText(query: URLSearchParams, known: Readonly<Record<string, unknown>>) {
  const names = [...new Set(query.keys())].filter((name) => !Object.hasOwn(known, name)).map(shortName)
  if (names.length === 0) return
  return names.length === 1
    ? `This address has a filter that this page does not know: ${names[0]}.`
    : `This address has filters that this page does not know: ${names.join(', ')}.`
}

/** The longest name shown, in characters. */
const longestName = 40

const shortName = (name: string) => (name.length > longestName ? `${name.slice(0, longestName)} …` : name)

type Page = { readonly next: string | null }
type Shape = Readonly<Record<string, z.ZodType>>

/** A filter's value, and how to choose another one; "" removes it. */
export type FilterField = { value: string | undefined; onChoose: (value: string) => void }

/** Sets several filters at once; "" removes one. */
export type ChooseFilters = (values: Readonly<Record<string, string>>) => void

interface FilteredListProps<Answer extends Page, Row extends { id: string }, Known extends Shape> {
  title: string
  /** What is being loaded: "Executions". */
  name: string
  /** The path of the page below `/console`, and of its route below `/api/console`. */
  path: string
  answer: z.ZodType<Answer>
  /** The shape of the list's query. */
  known: Known
  /** How often to read the first page again, in ms. Older pages are not polled, because they hardly change. */
  pollMs: (answer: Answer | undefined) => number
  /** The fields of the filters. A filter is stored in the URL and applies at once. */
  filters: (fieldOf: (name: keyof Known & string) => FilterField, choose: ChooseFilters) => ReactNode
  /** Actions on the list, beside the title. Not shown while the list cannot be read: with a wrong filter, they would act on more. */
  end?: ReactNode
  /** What the operator has just done, and how the parts of the list say it. */
  done?: DoneNote
  onDone?: (note: DoneNote) => void
  table: Pick<ConsoleTableProps<Row>, 'label' | 'className' | 'columns' | 'sorted'>
  rowsOf: (answer: Answer) => Row[]
  /** Content above the table. */
  above?: (answer: Answer) => ReactNode
  /** The text of a list without rows. `isFiltered`: filters may hide them. */
  empty: (isFiltered: boolean) => ReactNode
}

/** A list of the console with filters and pages in the URL. */
export function FilteredList<Answer extends Page, Row extends { id: string }, Known extends Shape>(
  props: FilteredListProps<Answer, Row, Known>,
) {
  const { title, name, path, answer, known, pollMs, filters, end, done, onDone, table, rowsOf, above, empty } = props
  const query = useSearchParams()
  const { zone } = useZone()
  const [isStopped, setIsStopped] = useState(false)
  const [isHeld, setIsHeld] = useState(false)
  const isLive = !isStopped && !isHeld && !query.has('after')
  const page = useConsoleQuery(answer, pathWith(path, inZone(query, zone)), {
    keepsPrevious: true,
    pollMs: (read) => (isLive ? pollMs(read) : 0),
  })
  const mistake = unknownFilterText(query, known)
  const clear = { href: `/console${path}`, text: 'Clear filters' }
  const latest = { href: pathWith(clear.href, without(query, 'after')), text: 'Latest' }
  const wayOut = mistake !== undefined ? clear : query.has('after') ? latest : undefined
  const chosen = validFilters(query, known)
  const choose: ChooseFilters = (values) => {
    const next = new URLSearchParams(chosen)
    for (const [filter, value] of Object.entries(values)) {
      if (value === '') next.delete(filter)
      else next.set(filter, value)
    }
    showQuery(pathWith(clear.href, next))
  }
  const fieldOf = (filter: string): FilterField => ({
    value: chosen.get(filter) ?? undefined,
    onChoose: (value) => choose({ [filter]: value }),
  })
  return (
    <ConsolePage
      title={title}
      {...(done === undefined ? {} : { done })}
      {...(onDone === undefined ? {} : { onDone })}
      end={
        <>
          {!query.has('after') && (
            <>
              <Badge tone={isLive ? 'info' : 'plain'} icon={isLive ? refreshIcon : 'minus'}>
                {isLive ? 'Live' : 'Paused'}
              </Badge>
              <Button size="sm" aria-pressed={isStopped} onClick={() => setIsStopped(!isStopped)}>
                Pause
              </Button>
            </>
          )}
          {!page.isLoadingError && end}
        </>
      }
    >
      <search className="console-filters flow">
        {filters(fieldOf, choose)}
        {/* A mistake is reported with the same link. */}
        {mistake === undefined && without(query, 'after').size > 0 && (
          <ButtonLink size="sm" variant="quiet" href={clear.href}>
            {clear.text}
          </ButtonLink>
        )}
      </search>
      <QueryState query={page} name={name} mistake={mistake} wayOut={wayOut}>
        {(read) => (
          <>
            {above?.(read)}
            {rowsOf(read).length === 0 ? (
              <p className="console-box console-empty">{empty(query.size > 0)}</p>
            ) : (
              <div
                className="console-box"
                onPointerEnter={({ pointerType }) => setIsHeld(pointerType === 'mouse')}
                onPointerLeave={() => setIsHeld(false)}
              >
                <ConsoleTable {...table} rows={rowsOf(read)} idOf={({ id }) => id} isBusy={page.isPlaceholderData} />
              </div>
            )}
            <Pager query={query} next={read.next} />
          </>
        )}
      </QueryState>
    </ConsolePage>
  )
}

/** The valid filters in a URL, without the page. The server reports the invalid ones. */
export function validFilters(query: URLSearchParams, known: Shape): URLSearchParams {
  const valid = new URLSearchParams()
  for (const [name, schema] of Object.entries(known)) {
    const value = query.get(name)
    if (name !== 'after' && value !== null && schema.safeParse(value).success) valid.set(name, value)
  }
  return valid
}

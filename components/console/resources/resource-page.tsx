import { useSearchParams } from 'next/navigation'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type * as z from 'zod'
import { pathWith, showQuery, useConsoleQuery } from '#lib/console/client/use-console.ts'
import { inZone } from '#lib/console/model/console-day.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { refreshIcon } from '../../ui/later-icons.ts'
import { ChosenRows, useChosenRows } from '../chosen-rows.tsx'
import { ConsolePage, EmptyList, useDone } from '../console-page.tsx'
import { useZone } from '../frame/zone.tsx'
import { Pager, without } from '../pager.tsx'
import { QueryState } from '../query-state.tsx'
import { type Bulk, ResourceTable, type ResourceTableProps } from './resource-table.tsx'

/**
 * The sentence about parameters of a list's URL that the list does not know, such as those of a mistyped link.
 *
 * @param known the shape of the list's query
 */
export function unknownFilterText(query: URLSearchParams, known: Shape) {
  const names = [...new Set(query.keys())].filter((name) => !Object.hasOwn(known, name)).map(shortName)
  if (names.length === 0) return
  return names.length === 1
    ? `This address has a filter that this page does not know: ${names[0]}.`
    : `This address has filters that this page does not know: ${names.join(', ')}.`
}

/** The longest name shown, in characters. */
const longestName = 40

const shortName = (name: string) => (name.length > longestName ? `${name.slice(0, longestName)} …` : name)

type Shape = Readonly<Record<string, z.ZodType>>

/** A filter's value, and how to choose another one; "" removes it. */
export type FilterField = { value: string | undefined; onChoose: (value: string) => void }

/** Sets several filters at once; "" removes one. */
export type ChooseFilters = (values: Readonly<Record<string, string>>) => void

interface ResourcePageProps<Answer extends object, Row extends object>
  extends Omit<ResourceTableProps<Row>, 'rows' | 'isBusy' | 'bulk' | 'actions' | 'chosen'> {
  title: string
  /** What the page is for. */
  note?: string
  parent?: { href: string; text: string }
  /** What is being loaded. Absent: the title. */
  name?: string
  /** The path of the route below `/api/console`. With a `query` also that of the page below `/console`. */
  path: string
  answer: z.ZodType<Answer>
  /** The shape of the query that the URL may have: filters, and `after` of a page. */
  query?: Shape
  /** The fields of the filters. A filter is stored in the URL and applies at once. */
  filters?: (fieldOf: (name: string) => FilterField, choose: ChooseFilters) => ReactNode
  /** The link that removes the filters. */
  clearText?: string
  /** How often to read again, in ms. */
  pollMs?: (answer: Answer | undefined) => number
  /** The rows move while they are read, so that the operator can pause them. Older pages are not polled. */
  isLive?: boolean
  /** The parameters that the route knows. Absent: all of `query`. The page applies the others itself. */
  asks?: readonly string[]
  /** A form for a new row, behind a button. The parameter `add` of the URL opens it. */
  adds?: { text: string; form: (close: () => void, answer: Answer | undefined) => ReactNode }
  /** Actions beside the title. Beside `filters`, only while the list can be read: a wrong filter would let them act on more. */
  end?: ReactNode
  /** Content above the filters. */
  intro?: ReactNode
  /** Content above the table and below it, and below the list whether it can be read or not. */
  above?: (answer: Answer) => ReactNode
  below?: (answer: Answer, isFirstPage: boolean) => ReactNode
  foot?: ReactNode
  /** `chosen`: the valid filters. */
  rowsOf: (answer: Answer, chosen: URLSearchParams) => readonly Row[]
  /** The `after` of the next page; null on the last one. Absent: there is one page. */
  nextOf?: (answer: Answer) => string | null
  /** The heading of the table's box. Absent: it has none. */
  heading?: string
  bulk?: (answer: Answer) => Bulk<Row>
  /** What can be done with one row, in its last cell. */
  actions?: (row: Row, answer: Answer) => ReactNode
  /** The text of a list without rows. Null or false: none. */
  empty: (of: { answer: Answer; isFiltered: boolean; isOlder: boolean }) => ReactNode
}

/** The page of a kind of things, from its description: filters, table, what can be done with one row or several, pages. */
export function ResourcePage<Answer extends object, Row extends object>(props: ResourcePageProps<Answer, Row>) {
  const { title, note, parent, name = title, path, answer, query: known, filters, clearText = 'Clear filters' } = props
  const { pollMs, isLive = false, asks, adds, end, intro, above, below, foot, nextOf, idOf } = props
  const query = useSearchParams()
  const { zone } = useZone()
  const [isStopped, setIsStopped] = useState(false)
  const [isHeld, setIsHeld] = useState(false)
  const [isAdding, setIsAdding] = useState(adds !== undefined && query.has('add'))
  const adder = useRef<HTMLButtonElement>(null)
  const isOlder = query.has('after')
  const isPolled = !isLive || !(isStopped || isHeld || isOlder)
  const asked = asks ? new URLSearchParams([...query].filter(([each]) => asks.includes(each))) : query
  const page = useConsoleQuery(answer, known ? pathWith(path, inZone(asked, zone)) : path, {
    keepsPrevious: true,
    ...(pollMs && { pollMs: (read) => (isPolled ? pollMs(read) : 0) }),
  })
  const mistake = known && unknownFilterText(adds ? without(query, 'add') : query, known)
  const clear = { href: `/console${path}`, text: clearText }
  const latest = { href: pathWith(clear.href, without(query, 'after')), text: 'Latest' }
  const wayOut = mistake !== undefined ? clear : isOlder ? latest : parent
  const chosen = validFilters(query, known ?? {})
  const close = () => {
    setIsAdding(false)
    // Otherwise, Back to this page would open the form again.
    const url = new URL(location.href)
    url.searchParams.delete('add')
    history.replaceState(null, '', url)
    adder.current?.focus()
  }
  const chosenRows = useChosenRows(idOf)
  return (
    <ConsolePage
      title={title}
      {...(parent && { parent })}
      {...(note && { note })}
      end={
        <>
          {isLive && !isOlder && <LiveSwitch isPolled={isPolled} isStopped={isStopped} onStop={setIsStopped} />}
          {adds && <Adder opener={adder} text={adds.text} isOpen={isAdding} onPress={() => setIsAdding(!isAdding)} />}
          {!(filters && page.isLoadingError) && end}
        </>
      }
    >
      {isAdding && adds?.form(close, page.data)}
      {intro}
      {filters && (
        // A mistake is reported with the same link.
        <Filters
          path={clear.href}
          query={query}
          chosen={chosen}
          clear={mistake === undefined && clear}
          draw={filters}
        />
      )}
      <QueryState query={page} name={name} mistake={mistake} wayOut={wayOut}>
        {(read) => (
          <>
            {above?.(read)}
            <Rows
              {...props}
              read={read}
              given={chosen}
              chosen={chosenRows}
              isBusy={page.isPlaceholderData}
              onHold={setIsHeld}
            />
            {below?.(read, query.size === 0)}
            {nextOf && <Pager query={query} next={nextOf(read)} />}
          </>
        )}
      </QueryState>
      {foot}
    </ConsolePage>
  )
}

interface LiveSwitchProps {
  isPolled: boolean
  isStopped: boolean
  onStop: (isStopped: boolean) => void
}

/** Whether the rows move, and the button that pauses them. */
function LiveSwitch({ isPolled, isStopped, onStop }: LiveSwitchProps) {
  return (
    <>
      <Badge tone={isPolled ? 'info' : 'plain'} icon={isPolled ? refreshIcon : 'minus'}>
        {isPolled ? 'Live' : 'Paused'}
      </Badge>
      <Button size="sm" aria-pressed={isStopped} onClick={() => onStop(!isStopped)}>
        Pause
      </Button>
    </>
  )
}

interface FiltersProps {
  path: string
  query: URLSearchParams
  /** The valid filters. */
  chosen: URLSearchParams
  clear: { href: string; text: string } | false
  draw: (fieldOf: (name: string) => FilterField, choose: ChooseFilters) => ReactNode
}

/** The fields of the filters, and the link that removes them. */
function Filters({ path, query, chosen, clear, draw }: FiltersProps) {
  const choose: ChooseFilters = (values) => {
    const next = new URLSearchParams(chosen)
    for (const [filter, value] of Object.entries(values)) {
      if (value === '') next.delete(filter)
      else next.set(filter, value)
    }
    showQuery(pathWith(path, next))
  }
  const fieldOf = (filter: string): FilterField => ({
    value: chosen.get(filter) ?? undefined,
    onChoose: (value) => choose({ [filter]: value }),
  })
  return (
    <search className="console-filters flow">
      {draw(fieldOf, choose)}
      {clear && [...query.keys()].some((each) => each !== 'after' && each !== 'add') && (
        <ButtonLink size="sm" variant="quiet" href={clear.href}>
          {clear.text}
        </ButtonLink>
      )}
    </search>
  )
}

interface AdderProps {
  opener: RefObject<HTMLButtonElement | null>
  text: string
  isOpen: boolean
  onPress: () => void
}

/** The button of the form for a new row. */
export function Adder({ opener, text, isOpen, onPress }: AdderProps) {
  const say = useDone()
  return (
    <Button
      ref={opener}
      size="sm"
      aria-expanded={isOpen}
      onClick={() => {
        onPress()
        say('')
      }}
    >
      <Icon name="plus" small />
      {text}
    </Button>
  )
}

interface RowsProps<Answer extends object, Row extends object> extends ResourcePageProps<Answer, Row> {
  read: Answer
  /** The valid filters. */
  given: URLSearchParams
  chosen: ResourceTableProps<Row>['chosen']
  isBusy: boolean
  /** Whether the mouse is over live rows. */
  onHold: (isHeld: boolean) => void
}

function Rows<Answer extends object, Row extends object>(props: RowsProps<Answer, Row>) {
  const { title, heading, label, read, given, rowsOf, empty, bulk, actions, chosen, isLive, onHold } = props
  const query = useSearchParams()
  const rows = rowsOf(read, given)
  const text = rows.length === 0 && empty({ answer: read, isFiltered: query.size > 0, isOlder: query.has('after') })
  const several = bulk?.(read)
  // Also over no rows: those of other pages and filters stay chosen.
  const chosenRows = several && <ChosenRows rows={chosen} shown={rows} {...several} />
  if (rows.length === 0 && !text) return chosenRows
  if (rows.length === 0 && heading === undefined) {
    return (
      <>
        {chosenRows}
        <EmptyList label={query.size === 0 ? `No ${title.toLowerCase()}` : title}>{text}</EmptyList>
      </>
    )
  }
  return (
    <>
      {chosenRows}
      <section
        className="console-box"
        aria-label={heading ?? (label === undefined ? title : undefined)}
        onPointerEnter={({ pointerType }) => onHold(isLive === true && pointerType === 'mouse')}
        onPointerLeave={() => onHold(false)}
      >
        {heading !== undefined && <h2>{heading}</h2>}
        {rows.length === 0 ? (
          <p className="console-empty">{text}</p>
        ) : (
          <ResourceTable<Row>
            {...props}
            rows={rows}
            bulk={several}
            actions={actions && ((row) => actions(row, read))}
          />
        )}
      </section>
    </>
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

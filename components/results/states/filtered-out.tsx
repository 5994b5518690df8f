import type { ReactNode } from 'react'
import type { Tally } from '#lib/travel/results/narrow-by.ts'
import { countText } from '#lib/travel/search-kind.ts'
import { Button } from '../../ui/button.tsx'
import { useReader } from '../reader.tsx'
import { StatePanel } from './state-panel.tsx'

interface ActiveFilter {
  name: string
  /** "Up to €2,300". */
  text: string
  /** The results that return without this filter. */
  tally: Tally | undefined
  onRemove: () => void
}

interface FilteredOutProps {
  /** The id of the tab panel that this replaces. */
  id: string
  sort: string
  filters: readonly ActiveFilter[]
  /** The number of results without filters. */
  found: number
  /** Formats the prices of all lines alike. */
  write: (amount: number) => string
  onClearAll: () => void
  /** A further suggestion. */
  children?: ReactNode
}

/** Shown if the filters hide every result: the effect of each filter, with a button to remove it. */
export function FilteredOut({ id, sort, filters, found, write, onClearAll, children }: FilteredOutProps) {
  const { kind } = useReader()
  const title =
    filters.length === 1 ? `No ${kind.one} fits this filter` : `No ${kind.one} fits all ${filters.length} filters`
  return (
    <div id={id} role="tabpanel" aria-labelledby={`sort-${sort}`}>
      <StatePanel
        icon="search"
        title={title}
        actions={
          <>
            <ul className="relax">
              {filters.map((filter) => (
                <RelaxLine key={filter.name} filter={filter} write={write} />
              ))}
            </ul>
            <div className="relax-actions">
              {filters.length > 1 && <Button onClick={onClearAll}>Clear all {filters.length} filters</Button>}
              {children}
            </div>
          </>
        }
      >
        <p>
          There {found === 1 ? 'is' : 'are'} {countText(found, kind)} on these dates.{' '}
          {filters.some(({ tally }) => (tally?.count ?? 0) > 0)
            ? 'Removing one filter brings some back.'
            : 'Only removing several filters brings some back.'}
        </p>
      </StatePanel>
    </div>
  )
}

function RelaxLine({ filter, write }: { filter: ActiveFilter; write: (amount: number) => string }) {
  const { kind } = useReader()
  const { text, tally, onRemove } = filter
  const { count, lowest, isAbout }: Tally = tally ?? { count: 0, lowest: null }
  return (
    <li>
      <b>{text}</b>
      <span className="relax-count">+{countText(count, kind)}</span>
      <span className="relax-price">
        {count === 0 && 'no change'}
        {lowest !== null && `from ${isAbout ? 'about ' : ''}${write(lowest)}`}
      </span>
      <Button size="sm" onClick={onRemove} aria-label={`Remove ${text}`}>
        Remove
      </Button>
    </li>
  )
}

import type { ReactNode } from 'react'
import type { Tally } from '#lib/travel/model/results/narrow-by.ts'
import { Button } from '../../../ui/button.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'
import { StatePanel } from './state-panel.tsx'

interface ActiveFilter {
  name: string
  /** "Up to €2,300". */
  text: string
  /** The results that are shown again without this filter. */
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
  const { many: kind } = useReader().kind
  const t = useTexts('results')
  return (
    <div id={id} role="tabpanel" aria-labelledby={`sort-${sort}`}>
      <StatePanel
        icon="search"
        title={t('noneFits', { kind, filters: filters.length })}
        actions={
          <>
            <ul className="relax">
              {filters.map((filter) => (
                <RelaxLine key={filter.name} filter={filter} write={write} />
              ))}
            </ul>
            <div className="relax-actions">
              {filters.length > 1 && <Button onClick={onClearAll}>{t('clearAll', { count: filters.length })}</Button>}
              {children}
            </div>
          </>
        }
      >
        <p>
          {t('foundOnDates', { kind, count: found })}{' '}
          {filters.some(({ tally }) => (tally?.count ?? 0) > 0) ? t('oneBringsBack') : t('severalBringBack')}
        </p>
      </StatePanel>
    </div>
  )
}

function RelaxLine({ filter, write }: { filter: ActiveFilter; write: (amount: number) => string }) {
  const { many: kind } = useReader().kind
  const t = useTexts('results')
  const { text, tally, onRemove } = filter
  const { count, lowest, mark }: Tally = tally ?? { count: 0, lowest: null }
  return (
    <li>
      <b>{text}</b>
      <span className="relax-count">{t('plusCount', { kind, count })}</span>
      <span className="relax-price">
        {count === 0 && t('noChange')}
        {lowest !== null && t('fromPrice', { mark: mark ?? 'none', price: write(lowest) })}
      </span>
      <Button size="sm" onClick={onRemove} aria-label={t('removeOne', { text })}>
        {t('remove')}
      </Button>
    </li>
  )
}

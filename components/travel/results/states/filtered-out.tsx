import type { ReactNode } from 'react'
import type { FilterActions } from '#lib/travel/client/use-list-state.ts'
import { describeFilter } from '#lib/travel/model/results/filter-sentences.ts'
import type { FilterWords } from '#lib/travel/model/results/filter-words.ts'
import type { FacetsOf, FilterName, FilterNames, FiltersOf } from '#lib/travel/model/results/narrow-by.ts'
import { Button } from '../../../ui/button.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { listPanel } from '../feed.tsx'
import { useReader } from '../reader.tsx'
import { StatePanel } from './state-panel.tsx'

interface FilteredOutProps<Names extends FilterNames> {
  words: FilterWords<Names>
  /** The selected sort tab; null for a list without sort tabs. */
  sort: string | null
  /** The list, with what it would hold without each of its active filters. */
  list: {
    all: readonly unknown[]
    filters: FiltersOf<Names>
    facets: () => FacetsOf<Names>
  }
  actions: FilterActions
  /** What the rows are and how many there are without filters, if the list shows something other than its items. */
  counted?: { noun: 'outbound' | 'returns'; found: number } | undefined
  /** A further suggestion. */
  children?: ReactNode
}

/** Shown if the filters hide every result: the effect of each filter, with a button to remove it. */
export function FilteredOut<Names extends FilterNames>(props: FilteredOutProps<Names>) {
  const { words, sort, list, actions, counted, children } = props
  const { kind } = useReader()
  const t = useTexts('results')
  const what = { kind: counted?.noun ?? kind }
  const { without } = list.facets()
  const describe = (name: FilterName<Names>) => describeFilter(name, list.filters, words, t)
  const admits = words.groups.flatMap((group) => (group.kind === 'flags' ? group.flags : [])).find((one) => one.whenOff)
  return (
    <div {...listPanel(kind, sort)}>
      <StatePanel
        icon="search"
        title={t('noneFits', { ...what, filters: without.length })}
        actions={
          <>
            <ul className="relax">
              {without.map(({ name, tally: { count, lowest, mark = 'none' } }) => (
                <li key={name}>
                  <b>{describe(name)}</b>
                  <span className="relax-count">{t('plusCount', { ...what, count })}</span>
                  <span className="relax-price">
                    {count === 0 && t('noChange')}
                    {lowest !== null && t('fromPrice', { mark, price: words.write(lowest) })}
                  </span>
                  <Button
                    size="sm"
                    onClick={() => (name === admits?.name ? actions.setFilters({ [name]: true }) : actions.clear(name))}
                    aria-label={t('removeOne', { text: describe(name) })}
                  >
                    {t('remove')}
                  </Button>
                </li>
              ))}
            </ul>
            <div className="relax-actions flow">
              {without.length > 1 && (
                <Button onClick={actions.clearAll}>{t('clearAll', { count: without.length })}</Button>
              )}
              {children}
            </div>
          </>
        }
      >
        <p>
          {t('foundOnDates', { ...what, count: counted?.found ?? list.all.length })}{' '}
          {without.some(({ tally }) => tally.count > 0) ? t('oneBringsBack') : t('severalBringBack')}
        </p>
      </StatePanel>
    </div>
  )
}

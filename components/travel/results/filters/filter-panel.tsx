import { type ReactNode, useState } from 'react'
import type { FilterActions } from '#lib/travel/client/use-list-state.ts'
import type { Choice, Range } from '#lib/travel/model/results/choice.ts'
import type { FilterWords, GroupWords } from '#lib/travel/model/results/filter-words.ts'
import type { FacetsOf, FilterName, FilterNames, FiltersOf } from '#lib/travel/model/results/narrow-by.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { lazily } from '../../../ui/lazily.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { ChoiceFilter, OptionLine } from './choice-filter.tsx'
import { FilterGroup } from './filter-group.tsx'
import { RangeFilter } from './range-filter.tsx'

/** Loaded once a folded filter is set. */
const ActiveFilter = lazily(async () => (await import('./active-filter.tsx')).ActiveFilter)

interface FilterPanelProps<Names extends FilterNames> {
  words: FilterWords<Names>
  filters: FiltersOf<Names>
  list: { facets: () => FacetsOf<Names> }
  actions: FilterActions
}

/** All filters of a list, in the rail or the sheet. A group without a choice is omitted. */
export function FilterPanel<Names extends FilterNames>(props: FilterPanelProps<Names>) {
  const { words, filters, list, actions } = props
  const wantedChoices: Readonly<Record<Names['choice'], Choice | null>> = filters
  const wantedRanges: Readonly<Record<Names['range'], Range | null>> = filters
  const wantedFlags: Readonly<Record<Names['flag'], boolean>> = filters
  const { choices, ranges, flags } = list.facets()
  const t = useTexts('results')
  const { groups, write } = words

  function draw(group: GroupWords<Names>) {
    if (group.kind === 'flags') {
      return (
        <FilterGroup key={group.title} title={group.title}>
          {group.flags.map(({ name, label }) => (
            <OptionLine
              key={name}
              label={label}
              isOn={wantedFlags[name]}
              tally={flags[name]}
              write={write}
              onToggle={() => actions.setFilters({ [name]: !wantedFlags[name] })}
            />
          ))}
        </FilterGroup>
      )
    }
    if (group.kind === 'range') {
      const { name } = group
      return <RangeFilter key={name} words={group} range={wantedRanges[name]} values={ranges[name]} actions={actions} />
    }
    const { name } = group
    return (
      <ChoiceFilter
        key={name}
        words={group}
        choice={wantedChoices[name]}
        options={choices[name]}
        write={write}
        actions={actions}
      />
    )
  }

  /** Whether there is something to choose. */
  function isShown(group: GroupWords<Names>): boolean {
    if (group.kind === 'flags') return true
    return group.kind === 'range' ? group.bounds !== undefined : choices[group.name].length >= (group.least ?? 1)
  }

  /** The names of the active filters of groups. */
  const activeIn = (folded: readonly GroupWords<Names>[]) =>
    folded.flatMap((group): FilterName<Names>[] => {
      if (group.kind === 'flags') return group.flags.flatMap(({ name }) => (wantedFlags[name] ? name : []))
      const isActive = group.kind === 'range' ? wantedRanges[group.name] : wantedChoices[group.name]
      return isActive ? [group.name] : []
    })

  const parts = Map.groupBy(groups.filter(isShown), ({ fold, title }) => fold ?? title)
  return (
    <div className="filters">
      {[...parts].map(([title, part]) =>
        part.some(({ fold }) => fold !== undefined) ? (
          <FilterFold
            key={title}
            title={title}
            value={activeIn(part).map((name) => (
              <ActiveFilter key={name} text={(describe) => describe(name, filters, words, t)} />
            ))}
          >
            {part.map(draw)}
          </FilterFold>
        ) : (
          part.map(draw)
        ),
      )}
    </div>
  )
}

interface FilterFoldProps {
  title: string
  /** The active filters inside. */
  value: readonly ReactNode[]
  /** One or more filter groups. */
  children: ReactNode
}

/** Filters behind one line with their value. A line with active filters starts open. */
function FilterFold({ title, value, children }: FilterFoldProps) {
  const t = useTexts('results')
  const [isOpen, setOpen] = useState(value.length > 0)
  return (
    <div className={classes('fold', isOpen && 'is-open')}>
      <h3>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {title}
          <span className="fold-value cut dim">{value.length > 0 ? value : t('any')}</span>
          <Icon name={isOpen ? 'up' : 'down'} small />
        </button>
      </h3>
      {isOpen && children}
    </div>
  )
}

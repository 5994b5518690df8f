import type { FilterActions } from '#lib/travel/client/use-list-state.ts'
import type { Choice, Range } from '#lib/travel/model/results/choice.ts'
import type { FilterWords } from '#lib/travel/model/results/filter-words.ts'
import type { FacetsOf, FilterNames, FiltersOf } from '#lib/travel/model/results/narrow-by.ts'
import { ChoiceFilter } from './choice-filter.tsx'
import { FilterGroup } from './filter-group.tsx'
import { OptionLine } from './option-line.tsx'
import { RangeFilter } from './range-filter.tsx'

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
  const { groups, write } = words
  return (
    <div className="filters">
      {groups.map((group) => {
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
          return (
            <RangeFilter key={name} words={group} range={wantedRanges[name]} values={ranges[name]} actions={actions} />
          )
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
      })}
    </div>
  )
}

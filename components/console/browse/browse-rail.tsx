import type { AskedSource } from '#lib/console/client/use-skill-offers.ts'
import { countsOf, type OfferFilters, type OfferRow } from './offer-filters.ts'

type Chosen = Pick<OfferFilters, 'source' | 'state' | 'category'>

interface BrowseRailProps {
  asked: readonly AskedSource[]
  rows: readonly OfferRow[]
  filters: Chosen
  onChoose: (chosen: Partial<Chosen>) => void
}

const maxCategories = 20

/** The filters of the list, each with the number of its skills. A chosen one is given up by a second press. */
export function BrowseRail({ asked, rows, filters, onChoose }: BrowseRailProps) {
  const count = (test: (row: OfferRow) => boolean) => rows.filter(test).length
  const updates = count(({ state }) => state === 'update')
  const categories = countsOf(rows.flatMap((row) => row.categories)).slice(0, maxCategories)
  return (
    <nav className="browse-rail" aria-label="Filters">
      <h2>Source</h2>
      <Choice
        text="All sources"
        count={rows.length}
        isChosen={filters.source === null}
        onPress={() => onChoose({ source: null })}
      />
      {asked.map(({ source, answer }) => (
        <Choice
          key={source}
          text={sourceName(source)}
          count={answer && (answer.problem === null || answer.offers.length > 0) ? answer.offers.length : undefined}
          isChosen={filters.source === source}
          onPress={() => onChoose({ source: filters.source === source ? null : source })}
        />
      ))}
      <h2>Here</h2>
      <Choice
        text="Installed"
        count={updates + count(({ state }) => state === 'installed')}
        isChosen={filters.state === 'installed'}
        onPress={() => onChoose({ state: filters.state === 'installed' ? null : 'installed' })}
      />
      <Choice
        text="Updates"
        count={updates}
        isChosen={filters.state === 'update'}
        onPress={() => onChoose({ state: filters.state === 'update' ? null : 'update' })}
      />
      {categories.length > 0 && <h2>Category</h2>}
      {categories.map(([category, number]) => (
        <Choice
          key={category}
          text={category}
          count={number}
          isChosen={filters.category === category}
          onPress={() => onChoose({ category: filters.category === category ? null : category })}
        />
      ))}
    </nav>
  )
}

interface ChoiceProps {
  text: string
  /** Undefined: unknown, because the source has never answered. */
  count: number | undefined
  isChosen: boolean
  onPress: () => void
}

const Choice = ({ text, count, isChosen, onPress }: ChoiceProps) => (
  <button type="button" className="browse-choice row soft" aria-pressed={isChosen} onClick={onPress}>
    <span>{text}</span>
    {count !== undefined && <small>{count}</small>}
  </button>
)

/** A source as a rail has room for it. */
export const sourceName = (source: string): string =>
  source.replace(/^(?:github|well-known|registry):(?:https:\/\/)?/, '').replace(/\/index\.json$/, '')

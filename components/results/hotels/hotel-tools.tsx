'use client'

import { revealFocused } from '#lib/client/reveal-focused.ts'
import type { HotelFilters } from '#lib/travel/hotels/filters.ts'
import type { Choice } from '#lib/travel/results/choice.ts'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { type HotelPanelProps, HotelPriceFilter } from './hotel-price-filter.tsx'

interface HotelToolsProps {
  panel: HotelPanelProps
  /** Invisible while there is nothing to filter, so that the tools reserve their space. */
  isHidden: boolean
  /** The number of active filters. */
  count: number
  onAll: () => void
}

const only = (...values: string[]): Choice => ({ kind: 'only', values })

/** The most wanted filters, each one press away. */
const chips: { text: string; change: Partial<HotelFilters>; clear: Partial<HotelFilters> }[] = [
  { text: 'Free cancellation', change: { freeCancellation: true }, clear: { freeCancellation: false } },
  {
    text: 'Breakfast',
    change: { boards: only('all_inclusive', 'breakfast', 'full_board', 'half_board') },
    clear: { boards: null },
  },
  { text: '4 stars or more', change: { stars: only('4', '5') }, clear: { stars: null } },
  { text: 'Within 2 km', change: { distance: { from: null, to: 2 } }, clear: { distance: null } },
]

/** The price and the most wanted filters above the list; a button opens the others. */
export function HotelTools({ panel, isHidden, count, onAll }: HotelToolsProps) {
  const { filters, actions } = panel
  return (
    <div className={classes('tools no-print', isHidden && 'is-unseen')}>
      <h2 className="sr-only">Filters</h2>
      <HotelPriceFilter {...panel} />
      {/* biome-ignore lint/a11y/useSemanticElements: toggle buttons, not a set of form fields. */}
      <div className="chips" role="group" aria-label="Quick filters" onFocus={revealFocused}>
        {chips.map(({ text, change, clear }) => {
          const isOn = isSet(filters, change)
          return (
            <button
              key={text}
              type="button"
              className="chip"
              aria-pressed={isOn}
              onClick={() => actions.setFilters(isOn ? clear : change)}
            >
              {text}
            </button>
          )
        })}
        <button type="button" className="chip" aria-haspopup="dialog" onClick={onAll}>
          <Icon name="filter" small />
          All filters
          {count > 0 && (
            <Badge tone="info">
              {count}
              <span className="sr-only"> active</span>
            </Badge>
          )}
        </button>
        {count > 0 && (
          <button type="button" className="link chips-clear" onClick={actions.clearAll}>
            Clear {count}
            <span className="sr-only"> {count === 1 ? 'filter' : 'filters'}</span>
          </button>
        )}
      </div>
    </div>
  )
}

/** Whether the filters already hold this change. */
function isSet(filters: HotelFilters, change: Partial<HotelFilters>): boolean {
  return JSON.stringify({ ...filters, ...change }) === JSON.stringify(filters)
}

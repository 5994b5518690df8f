import type { ReactNode } from 'react'
import { useMedia } from '#lib/client/use-media.ts'

interface FiltersProps {
  /** The number of active filters. */
  count: number
  onClearAll: () => void
  children: ReactNode
}

/**
 * The filters beside the list with id `listId`; phones show a sheet instead. The style sheet has the same breakpoint.
 */
export function FilterRail({ count, listId, onClearAll, children }: FiltersProps & { listId: string }) {
  const isShown = useMedia('(min-width: 45em)')
  if (!isShown) return null
  return (
    <aside className="rail no-print" aria-label="Filters">
      <a className="rail-skip" href={`#${listId}`}>
        Skip to results
      </a>
      <div className="rail-head">
        <h2>Filters</h2>
        {count > 0 && (
          <button type="button" className="link" onClick={onClearAll}>
            Clear {count}
            <span className="sr-only"> {count === 1 ? 'filter' : 'filters'}</span>
          </button>
        )}
      </div>
      {children}
    </aside>
  )
}

import type { ReactNode } from 'react'
import { useMedia } from '#lib/client/use-media.ts'

interface FiltersProps {
  /** How many filters narrow the list. */
  count: number
  onClearAll: () => void
  children: ReactNode
}

/** The filters beside the list, which has the id `listId`; a phone has them in a sheet. The style sheet has the same width. */
export function FilterRail({ count, listId, onClearAll, children }: FiltersProps & { listId: string }) {
  const isShown = useMedia('(min-width: 720px)')
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

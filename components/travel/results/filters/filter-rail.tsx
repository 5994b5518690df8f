import type { ReactNode } from 'react'
import { useMedia } from '#lib/platform/client/use-media.ts'
import { spoken } from '../../../ui/spoken.tsx'
import { useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'

interface FilterRailProps {
  /** The number of active filters. */
  count: number
  onClearAll: () => void
  children: ReactNode
}

/**
 * The filters beside the list; phones show a sheet instead. The style sheet has the same breakpoint.
 */
export function FilterRail({ count, onClearAll, children }: FilterRailProps) {
  const { kind } = useReader()
  const isShown = useMedia('(min-width: 45em)')
  const t = useTexts('results')
  const rich = useRichTexts('results')
  if (!isShown) return null
  return (
    <aside className="rail no-print" aria-label={t('filters')}>
      <a className="rail-skip" href={`#${kind}`}>
        {t('skipToResults')}
      </a>
      <div className="rail-head">
        <h2>{t('filters')}</h2>
        {count > 0 && (
          <button type="button" className="link" onClick={onClearAll}>
            {rich('clearFilters', { count, more: spoken })}
          </button>
        )}
      </div>
      {children}
    </aside>
  )
}

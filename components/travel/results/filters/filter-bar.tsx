'use client'

import type { ReactNode, RefObject } from 'react'
import { useMedia } from '#lib/platform/client/use-media.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { spoken } from '../../../ui/spoken.tsx'
import { useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'

interface FilterBarProps {
  /** The sheet with the filters. */
  sheet: RefObject<HTMLDialogElement | null>
  /** The number of active filters, and of the results that match them. */
  count: number
  shown: number
  onClearAll: () => void
  /** The second button of the bar, which opens another sheet. */
  other: { icon: IconName; text: string; onOpen: () => void }
  /** A control between the two buttons. */
  between?: ReactNode
  /** The filters. */
  children: ReactNode
}

/**
 * The bottom bar of a phone with its two buttons, and the filters over the list. Each change of a filter applies at
 * once; the button of the sheet shows the number of matching results.
 */
export function FilterBar({ sheet, count, shown, onClearAll, other, between, children }: FilterBarProps) {
  const { kind } = useReader()
  const t = useTexts('results')
  const rich = useRichTexts('results')
  return (
    <>
      <div className="phone-bar no-print">
        <Button aria-haspopup="dialog" onClick={() => sheet.current?.showModal()}>
          <Icon name="filter" />
          {t('filters')}
          {count > 0 && <Badge tone="info">{rich('activeCount', { count, more: spoken })}</Badge>}
        </Button>
        {between}
        <Button aria-haspopup="dialog" onClick={other.onOpen}>
          <Icon name={other.icon} />
          {other.text}
        </Button>
      </div>
      <Sheet
        ref={sheet}
        title={t('filters')}
        className="filter-sheet"
        foot={
          <>
            <Button disabled={count === 0} onClick={onClearAll}>
              {count === 0 ? t('clear') : t('clearCount', { count })}
            </Button>
            <Button variant="accent" onClick={() => sheet.current?.close()}>
              {t('showCount', { kind, count: shown })}
            </Button>
          </>
        }
      >
        {children}
      </Sheet>
    </>
  )
}

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

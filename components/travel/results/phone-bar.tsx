'use client'

import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { spoken } from '../../ui/spoken.tsx'
import { useRichTexts, useTexts } from '../../ui/texts.tsx'

interface PhoneBarProps {
  /** The number of active filters. */
  count: number
  onFilters: () => void
  /** The second button of the bar, if any. */
  other?: { icon: IconName; text: string; onOpen: () => void }
}

/** The phone's bottom bar: filters and one other sheet. */
export function PhoneBar({ count, onFilters, other }: PhoneBarProps) {
  const t = useTexts('results')
  const rich = useRichTexts('results')
  return (
    <div className="phone-bar no-print">
      <Button aria-haspopup="dialog" onClick={onFilters}>
        <Icon name="filter" />
        {t('filters')}
        {count > 0 && <Badge tone="info">{rich('activeCount', { count, more: spoken })}</Badge>}
      </Button>
      {other && (
        <Button aria-haspopup="dialog" onClick={other.onOpen}>
          <Icon name={other.icon} />
          {other.text}
        </Button>
      )}
    </div>
  )
}

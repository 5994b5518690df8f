'use client'

import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

interface PhoneBarProps {
  /** How many filters narrow the list. */
  count: number
  onFilters: () => void
  /** The other half of the bar: what it opens. */
  other: { icon: IconName; text: string; onOpen: () => void }
}

/** Filters and one more thing at hand on a phone, each in a sheet. */
export function PhoneBar({ count, onFilters, other }: PhoneBarProps) {
  return (
    <div className="phone-bar no-print">
      <Button aria-haspopup="dialog" onClick={onFilters}>
        <Icon name="filter" />
        Filters
        {count > 0 && (
          <Badge tone="info">
            {count}
            <span className="sr-only"> active</span>
          </Badge>
        )}
      </Button>
      <Button aria-haspopup="dialog" onClick={other.onOpen}>
        <Icon name={other.icon} />
        {other.text}
      </Button>
    </div>
  )
}

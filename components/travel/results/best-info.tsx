'use client'

import type { ReactNode } from 'react'
import { useTexts } from '../../ui/texts.tsx'
import { InfoPopover } from './info-popover.tsx'

interface BestInfoProps {
  /** The name of the sort order. */
  name: string
  /** The explanation. */
  children: ReactNode
}

/** A button that explains the "best" order. */
export function BestInfo({ name, children }: BestInfoProps) {
  return (
    <InfoPopover label={useTexts('results')('howCalculated', { name })} className="tab-info">
      {children}
    </InfoPopover>
  )
}

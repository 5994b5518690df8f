'use client'

import { type ReactNode, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useTexts } from '../../ui/texts.tsx'

interface BestInfoProps {
  /** The name of the sort order. */
  name: string
  /** The explanation. */
  children: ReactNode
}

/** A button that explains the "best" order. */
export function BestInfo({ name, children }: BestInfoProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const label = useTexts('results')('howCalculated', { name })
  return (
    <>
      <button
        ref={opener}
        type="button"
        className="tab-info"
        aria-label={label}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={() => setIsOpen((before) => !before)}
      >
        <Icon name="info" />
      </button>
      {isOpen && (
        <Popover label={label} opener={opener} onClose={() => setIsOpen(false)} className="best-info">
          <h2>{label}</h2>
          {children}
        </Popover>
      )}
    </>
  )
}

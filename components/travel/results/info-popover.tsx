'use client'

import { type ReactNode, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { loadPopover, Popover, popovers } from '../../ui/lazy-popover.ts'
import { useTexts } from '../../ui/texts.tsx'
import { usePrefetch } from '../../ui/use-preload.ts'

interface InfoPopoverProps {
  label: string
  /** The class of the button. */
  className: string
  /** What the button shows; by default an icon, named by the label. */
  face?: ReactNode
  /** The explanation. */
  children: ReactNode
}

/** A button that explains something beside it. */
export function InfoPopover({ label, className, face, children }: InfoPopoverProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  usePrefetch(true, popovers)
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={face ? undefined : label}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={() => setIsOpen((before) => !before)}
        onPointerEnter={loadPopover}
        onFocus={loadPopover}
      >
        {face ?? <Icon name="info" />}
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

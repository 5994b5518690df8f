'use client'

import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

interface SheetProps {
  /** Open it with `showModal`, close it with `close`; the browser gives the focus back to the opener. */
  ref: RefObject<HTMLDialogElement | null>
  title: string
  className?: string
  /** Stays at the bottom. */
  foot?: ReactNode
  children: ReactNode
}

/** A dialog over the whole phone. What it holds is mounted while it is open. */
export function Sheet({ ref, title, className, foot, children }: SheetProps) {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // Not every browser has a toggle event for dialogs.
    const observer = new MutationObserver(() => setIsOpen(dialog.open))
    observer.observe(dialog, { attributeFilter: ['open'] })
    return () => observer.disconnect()
  }, [ref])
  return (
    <dialog ref={ref} className={classes('sheet', className)} aria-label={title}>
      <div className="sheet-head">
        <h2>{title}</h2>
        <button type="button" className="sheet-close" aria-label="Close" onClick={() => ref.current?.close()}>
          <Icon name="x" />
        </button>
      </div>
      {isOpen && children}
      {foot && <div className="sheet-foot">{foot}</div>}
    </dialog>
  )
}

'use client'

import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useBackCloses } from '#lib/platform/client/use-back-closes.ts'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { useTexts } from './texts.tsx'

interface SheetProps {
  /** Open with `showModal`, close with `close`; the browser returns the focus to the opener. */
  ref: RefObject<HTMLDialogElement | null>
  title: string
  className?: string
  /** Fixed to the bottom of the sheet. */
  foot?: ReactNode
  children: ReactNode
}

/** A full-screen dialog on phones. Its content is mounted only while open. Back closes it. */
export function Sheet({ ref, title, className, foot, children }: SheetProps) {
  const t = useTexts('ui')
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // Not every browser fires toggle events for dialogs.
    const observer = new MutationObserver(() => setIsOpen(dialog.open))
    observer.observe(dialog, { attributeFilter: ['open'] })
    return () => observer.disconnect()
  }, [ref])
  useBackCloses(isOpen, () => ref.current?.close())
  return (
    <dialog ref={ref} className={classes('sheet', className)} aria-label={title}>
      <div className="sheet-head">
        <h2>{title}</h2>
        <button type="button" className="sheet-close" aria-label={t('close')} onClick={() => ref.current?.close()}>
          <Icon name="x" />
        </button>
      </div>
      {isOpen && children}
      {foot && <div className="sheet-foot">{foot}</div>}
    </dialog>
  )
}

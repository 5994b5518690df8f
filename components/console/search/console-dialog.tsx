import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useBackCloses } from '#lib/platform/client/use-back-closes.ts'
import { Icon } from '../../ui/icon.tsx'

interface ConsoleDialogProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/** A dialog over the page, mounted while open and outside of menus that may be hidden. Escape, Back and a press outside close it. */
export function ConsoleDialog({ label, onClose, children }: ConsoleDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  useBackCloses(true, onClose)
  return createPortal(
    <dialog
      ref={dialog}
      lang="en"
      className="console-dialog"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <button type="button" className="console-dialog-close middle" aria-label="Close" onClick={onClose}>
        <Icon name="x" />
      </button>
      {children}
    </dialog>,
    document.body,
  )
}

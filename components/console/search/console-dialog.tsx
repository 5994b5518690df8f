import { type ReactNode, useEffect, useRef } from 'react'
import { useBackCloses } from '#lib/platform/client/use-back-closes.ts'
import { Icon } from '../../ui/icon.tsx'

interface ConsoleDialogProps {
  label: string
  onClose: () => void
  children: ReactNode
}

/** A dialog over the page, mounted while open. Escape, Back and a press outside close it. */
export function ConsoleDialog({ label, onClose, children }: ConsoleDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  useBackCloses(true, onClose)
  return (
    <dialog
      ref={dialog}
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
      <button type="button" className="console-dialog-close" aria-label="Close" onClick={onClose}>
        <Icon name="x" />
      </button>
      {children}
    </dialog>
  )
}

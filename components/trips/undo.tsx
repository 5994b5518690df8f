'use client'

import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'

interface UndoProps {
  /** The last removed trip. */
  id: string | undefined
  isUndone: boolean
  onUndo: (id: string) => void
}

/** Says that a trip is removed, and takes it back. It gets the focus, because the pressed button is gone. */
export function Undo({ id, isUndone, onUndo }: UndoProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (id !== undefined) button.current?.focus()
  }, [id])
  return (
    <div className="trips-undo" role="status">
      {id !== undefined && (
        <>
          <span>Trip removed.</span>
          <Button ref={button} size="sm" onClick={() => onUndo(id)}>
            Undo
          </Button>
        </>
      )}
      {id === undefined && isUndone && <span>Trip restored.</span>}
    </div>
  )
}

'use client'

import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { useTexts } from '../../ui/texts.tsx'

interface UndoProps {
  /** The id of the last removed item. */
  id: string | undefined
  /** The kind of the removed item. Absent: a trip. */
  what?: 'trip' | 'search'
  isUndone: boolean
  onUndo: (id: string) => void
}

/** States that an item was removed, and restores it. Gets the focus, because the pressed button is gone. */
export function Undo({ id, what = 'trip', isUndone, onUndo }: UndoProps) {
  const t = useTexts('trips')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (id !== undefined) button.current?.focus()
  }, [id])
  return (
    <div className="trips-undo" role="status">
      {id !== undefined && (
        <>
          <span>{t(what === 'trip' ? 'tripRemoved' : 'searchRemoved')}</span>
          <Button ref={button} size="sm" onClick={() => onUndo(id)}>
            {t('undo')}
          </Button>
        </>
      )}
      {id === undefined && isUndone && <span>{t(what === 'trip' ? 'tripRestored' : 'searchRestored')}</span>}
    </div>
  )
}

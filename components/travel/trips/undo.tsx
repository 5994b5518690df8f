'use client'

import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useTexts } from '../../ui/texts.tsx'
import type { useRemoval } from './use-removal.ts'

interface UndoProps {
  removal: Pick<ReturnType<typeof useRemoval>, 'last' | 'isUndone' | 'failure' | 'restore'>
  /** The kind of the items. */
  what: 'trip' | 'search'
}

/**
 * States that an item was removed, and restores it. Gets the focus, because the pressed button is gone. Below it, the
 * failure of the last call.
 */
export function Undo({ removal: { last, isUndone, failure, restore }, what }: UndoProps) {
  const t = useTexts('trips')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (last !== undefined) button.current?.focus()
  }, [last])
  return (
    <>
      <div className="trips-undo row" role="status">
        {last !== undefined && (
          <>
            <span>{t(what === 'trip' ? 'tripRemoved' : 'searchRemoved')}</span>
            <Button ref={button} size="sm" onClick={() => restore(last)}>
              {t('undo')}
            </Button>
          </>
        )}
        {last === undefined && isUndone && <span>{t(what === 'trip' ? 'tripRestored' : 'searchRestored')}</span>}
      </div>
      {failure !== undefined && (
        <Notice tone="stop" role="alert">
          {failure}
        </Notice>
      )}
    </>
  )
}

'use client'

import type { ReactNode, RefObject } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'

interface FilterSheetProps {
  ref: RefObject<HTMLDialogElement | null>
  /** The number of results that match. */
  shown: number
  /** The number of active filters. */
  count: number
  onClearAll: () => void
  children: ReactNode
}

/** The filters over the list. Each change applies at once; the button shows the number of matching results. */
export function FilterSheet({ ref, shown, count, onClearAll, children }: FilterSheetProps) {
  const { kind } = useReader()
  const t = useTexts('results')
  return (
    <Sheet
      ref={ref}
      title={t('filters')}
      className="filter-sheet"
      foot={
        <>
          <Button disabled={count === 0} onClick={onClearAll}>
            {count === 0 ? t('clear') : t('clearCount', { count })}
          </Button>
          <Button variant="accent" onClick={() => ref.current?.close()}>
            {t('showCount', { kind: kind.many, count: shown })}
          </Button>
        </>
      }
    >
      {children}
    </Sheet>
  )
}

'use client'

import type { ReactNode, RefObject } from 'react'
import { countText } from '#lib/travel/search-kind.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
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
  return (
    <Sheet
      ref={ref}
      title="Filters"
      className="filter-sheet"
      foot={
        <>
          <Button disabled={count === 0} onClick={onClearAll}>
            {count === 0 ? 'Clear' : `Clear ${count}`}
          </Button>
          <Button variant="accent" onClick={() => ref.current?.close()}>
            Show {countText(shown, kind)}
          </Button>
        </>
      }
    >
      {children}
    </Sheet>
  )
}

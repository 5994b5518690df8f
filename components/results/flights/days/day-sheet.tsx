'use client'

import type { ReactNode, RefObject } from 'react'
import { Sheet } from '../../../ui/sheet.tsx'
import { useTexts } from '../../../ui/texts.tsx'

/** The prices of other dates: a full-screen sheet on phones, a dialog elsewhere. */
export function DaySheet({ ref, children }: { ref: RefObject<HTMLDialogElement | null>; children: ReactNode }) {
  return (
    <Sheet ref={ref} title={useTexts('flights')('dates')} className="day-sheet">
      {children}
    </Sheet>
  )
}

'use client'

import type { RefObject } from 'react'
import type { DayPrices } from '#lib/client/flights/use-day-prices.ts'
import { Sheet } from '../../../ui/sheet.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { DayList } from '../flight-parts.ts'

interface DaySheetProps {
  ref: RefObject<HTMLDialogElement | null>
  days: DayPrices
  today: string
}

/** The prices of other dates: a full-screen sheet on phones, a dialog elsewhere. */
export function DaySheet({ ref, ...list }: DaySheetProps) {
  return (
    <Sheet ref={ref} title={useTexts('flights')('dates')} className="day-sheet">
      <DayList {...list} />
    </Sheet>
  )
}

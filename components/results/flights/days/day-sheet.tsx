'use client'

import { useSearchParams } from 'next/navigation'
import type { RefObject } from 'react'
import type { DayPrices } from '#lib/client/flights/use-day-prices.ts'
import { dayPriceWriter } from '#lib/travel/flights/day-strip.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { useReader } from '../../reader.tsx'
import { DayCell } from './day-cell.tsx'

interface DaySheetProps {
  ref: RefObject<HTMLDialogElement | null>
  days: DayPrices
}

/** The days as a full-screen list on phones. */
export function DaySheet({ ref, days: { days, currency, check, move } }: DaySheetProps) {
  const listed = useSearchParams()
  const { locale } = useReader()
  const write = dayPriceWriter(days, currency, locale)
  return (
    <Sheet ref={ref} title="Dates">
      <div className="day-list">
        {days.map((day) => (
          <DayCell key={day.date} day={day} write={write} listed={listed.toString()} onCheck={check} isInSheet />
        ))}
      </div>
      <div className="day-list-move">
        <Button disabled={days[0]?.isOut} onClick={() => move(-1)}>
          A week earlier
        </Button>
        <Button disabled={days.at(-1)?.isOut} onClick={() => move(1)}>
          A week later
        </Button>
      </div>
    </Sheet>
  )
}

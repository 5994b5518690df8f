'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect, useRef } from 'react'
import type { DayPrices } from '#lib/client/flights/use-day-prices.ts'
import { revealFocused } from '#lib/client/reveal-focused.ts'
import { dayPriceWriter } from '#lib/travel/flights/day-strip.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useReader } from '../../reader.tsx'
import { DayCell } from './day-cell.tsx'

interface DayStripProps {
  days: DayPrices
  /** Invisible while nothing is known, so that it reserves its space. */
  isHidden: boolean
}

/** Seven days with each day's lowest price for the same length of stay. */
export function DayStrip({ days: { days, currency, check, move }, isHidden }: DayStripProps) {
  const strip = useRef<HTMLElement>(null)
  const listed = useSearchParams()
  const { locale } = useReader()
  const write = dayPriceWriter(days, currency, locale)

  // On a phone the strip is wider than the window: centre the searched day.
  useEffect(() => {
    const cell = strip.current?.querySelector<HTMLElement>('[aria-current]')
    if (cell && strip.current) {
      strip.current.scrollLeft = cell.offsetLeft - (strip.current.clientWidth - cell.clientWidth) / 2
    }
  }, [])

  return (
    <nav
      ref={strip}
      className={classes('days no-print', isHidden && 'is-unseen')}
      aria-label="Prices of other days"
      onFocus={revealFocused}
    >
      <button
        type="button"
        className="days-move"
        aria-label="A week earlier"
        disabled={days[0]?.isOut}
        onClick={() => move(-1)}
      >
        <Icon name="left" small />
      </button>
      {days.map((day) => (
        <DayCell key={day.date} day={day} write={write} listed={listed.toString()} onCheck={check} />
      ))}
      <button
        type="button"
        className="days-move"
        aria-label="A week later"
        disabled={days.at(-1)?.isOut}
        onClick={() => move(1)}
      >
        <Icon name="right" small />
      </button>
    </nav>
  )
}

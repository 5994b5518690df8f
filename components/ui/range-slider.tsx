'use client'

import type { KeyboardEvent } from 'react'

interface RangeSliderProps {
  /** The slider's label: "Departure from AMS". */
  label: string
  min: number
  max: number
  step: number
  /** The lower bound; absent for a slider with an upper bound only. */
  from?: number
  to: number
  /** The spoken prefix of each value: "earliest", "latest". */
  ends: { from: string; to: string }
  write: (value: number) => string
  onChange: (from: number, to: number) => void
}

/** The number of steps that Page Up and Page Down move. */
const PAGE_STEPS = 4

/**
 * One or two native sliders on one track. Arrows move one step, Page Up and Page Down four, Home and End to the ends.
 * The two thumbs cannot cross.
 */
export function RangeSlider({ label, min, max, step, from, to, ends, write, onChange }: RangeSliderProps) {
  const low = from ?? min
  const share = (value: number) => (max === min ? 0 : ((value - min) / (max - min)) * 100)

  function thumb(end: 'from' | 'to', value: number, set: (value: number) => void) {
    function onKeyDown(event: KeyboardEvent) {
      const pages = { PageUp: 1, PageDown: -1 }[event.key]
      if (pages === undefined) return
      event.preventDefault()
      set(value + pages * PAGE_STEPS * step)
    }
    return (
      <input
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-label={`${label}, ${ends[end]}`}
        aria-valuetext={`${ends[end]} ${write(value)}`}
        onChange={(event) => set(event.target.valueAsNumber)}
        onKeyDown={onKeyDown}
      />
    )
  }

  return (
    <div className="slider">
      <i style={{ insetInlineStart: `${share(low)}%`, insetInlineEnd: `${100 - share(to)}%` }} />
      {from !== undefined && thumb('from', from, (value) => onChange(Math.min(Math.max(min, value), to), to))}
      {thumb('to', to, (value) => onChange(low, Math.max(Math.min(max, value), low)))}
    </div>
  )
}

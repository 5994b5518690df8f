'use client'

import { useEffect, useRef, useState } from 'react'
import { addSlice, changeSlice, moveSlice } from '#lib/travel/model/flights/edit-slices.ts'
import type { FlightField } from '#lib/travel/model/flights/flight-query.ts'
import { onwardField, type SliceField } from '#lib/travel/model/flights/onward-fields.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import { earliestAfter } from '#runner/contract/capabilities/search-days.ts'
import type { FlightSlice } from '#runner/contract/capabilities/slice-text.ts'
import { maxSlices } from '#runner/contract/capabilities/slice-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { DateField, flightDates } from '../date-fields.tsx'
import { PlaceField } from '../place-field.tsx'

interface SliceRowsProps {
  slices: readonly FlightSlice[]
  /** The known names of places. */
  known: PlaceNames
  learn: (code: string, name: string | undefined) => void
  errorOf: (name: FlightField) => string | undefined
  refOf: (name: FlightField) => (control: HTMLElement | null) => void
  focus: (name: FlightField) => void
  onChange: (slices: readonly FlightSlice[]) => void
}

const LEAST = 2

const fieldOf = (at: number, field: SliceField): FlightField => (at === 0 ? field : onwardField(at - 1, field))

/** The flights of a multi-city trip: a row each, to change, add, move and remove. */
export function SliceRows(props: SliceRowsProps) {
  const { slices, onChange } = props
  const t = useTexts('search')
  const [said, setSaid] = useState('')
  const rows = slices.map((slice, at) => ({ slice, at }))
  const list = useRef<HTMLOListElement>(null)
  const moved = useRef<{ to: number; by: 1 | -1 } | null>(null)

  // The focus follows the flight, so that the next press moves it further.
  useEffect(() => {
    if (!moved.current) return
    const { to, by } = moved.current
    moved.current = null
    const row = list.current?.children[to]
    const button = row?.querySelector<HTMLElement>(`[data-by="${by}"]:not([disabled])`)
    const back = row?.querySelector<HTMLElement>('[data-by]:not([disabled])')
    ;(button ?? back)?.focus()
  })

  function add() {
    onChange(addSlice(slices))
    setSaid(t('flightAdded', { number: slices.length + 1 }))
  }

  function remove(at: number) {
    onChange(slices.toSpliced(at, 1))
    setSaid(t('flightRemoved', { number: at + 1 }))
    // The row is removed together with the pressed button, so the focus moves to another row.
    props.focus(fieldOf(Math.min(at, slices.length - 2), 'origin'))
  }

  function move(at: number, by: 1 | -1) {
    const changed = moveSlice(slices, at, by)
    onChange(changed)
    moved.current = { to: at + by, by }
    const name = (code = '') => props.known[code] || code || t('noPlaceYet')
    const { origin, destination } = changed[at + by] ?? {}
    setSaid(t('flightMoved', { number: at + by + 1, from: name(origin), to: name(destination) }))
  }

  return (
    <>
      <ol ref={list} className="slices">
        {rows.map(({ slice, at }) => (
          <SliceRow
            key={at}
            {...props}
            slice={slice}
            at={at}
            onMove={(by) => move(at, by)}
            onRemove={() => remove(at)}
          />
        ))}
      </ol>
      <Button className="slice-add" disabled={slices.length >= maxSlices} onClick={add}>
        <Icon name="plus" />
        {t('addFlight')}
      </Button>
      <p className="slices-hint dim">{t('flightsHint', { most: maxSlices })}</p>
      <span className="sr-only" aria-live="polite">
        {said}
      </span>
    </>
  )
}

interface SliceRowProps extends SliceRowsProps {
  slice: FlightSlice
  /** The index of the flight from 0. */
  at: number
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function SliceRow({ slice, at, onMove, onRemove, ...form }: SliceRowProps) {
  const { slices, known, learn, errorOf, refOf, focus, onChange } = form
  const t = useTexts('search')
  const words = flightDates(t)
  const spoken = t('flightNumber', { number: at + 1 })
  const name = (field: SliceField) => fieldOf(at, field)
  const before = slices[at - 1]?.date
  const change = (part: Partial<FlightSlice>) => onChange(changeSlice(slices, at, part))
  const place = (field: 'origin' | 'destination', label: string) => (
    <PlaceField
      label={label}
      spoken={spoken}
      use="flights"
      className={field === 'destination' ? 'fld-to' : 'fld-from'}
      code={slice[field]}
      name={known[slice[field]]}
      error={errorOf(name(field))}
      inputRef={refOf(name(field))}
      onChoose={(code, title) => {
        learn(code, title)
        change({ [field]: code })
      }}
      onPicked={() => focus(name(field === 'origin' ? 'destination' : 'date'))}
    />
  )
  return (
    <li className="slice">
      <span className="slice-number" aria-hidden="true">
        {at + 1}
      </span>
      <div className="strip">
        {place('origin', t('from'))}
        {place('destination', t('to'))}
        <DateField
          label={
            <>
              <span className="sr-only">{spoken} </span>
              {words.from}
            </>
          }
          words={words}
          isRound={false}
          date={slice.date}
          returnDate=""
          earliest={before ? earliestAfter(before) : ''}
          pick="date"
          error={errorOf(name('date'))}
          buttonRef={refOf(name('date'))}
          onChange={(date) => change({ date })}
        />
      </div>
      <div className="slice-tools">
        <button
          type="button"
          aria-label={t('moveFlightUp', { number: at + 1 })}
          data-by="-1"
          disabled={at === 0}
          onClick={() => onMove(-1)}
        >
          <Icon name="up" small />
        </button>
        <button
          type="button"
          aria-label={t('moveFlightDown', { number: at + 1 })}
          data-by="1"
          disabled={at === slices.length - 1}
          onClick={() => onMove(1)}
        >
          <Icon name="down" small />
        </button>
        <button
          type="button"
          className="slice-remove"
          aria-label={t('removeFlight', { number: at + 1 })}
          disabled={slices.length <= LEAST}
          onClick={onRemove}
        >
          <Icon name="x" small />
        </button>
      </div>
    </li>
  )
}

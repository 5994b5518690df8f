'use client'

import { type Ref, useId, useLayoutEffect, useState } from 'react'
import { usePlaceOptions } from '#lib/client/use-place-options.ts'
import { pickPlace, placeTitle } from '#lib/travel/pick-place.ts'
import type { Place } from '#lib/travel/place.ts'
import { classes } from '../ui/classes.ts'
import { FieldError } from '../ui/field-error.tsx'
import { PlaceList } from './place-list.tsx'

interface PlaceFieldProps {
  label: string
  /** The chosen code, or "". */
  code: string
  /** The name that belongs to the code; absent while unknown. */
  name: string | undefined
  error: string | undefined
  inputRef: Ref<HTMLInputElement>
  onChoose: (code: string, name: string | undefined) => void
  onBlur: () => void
  className?: string
}

/** As much as the list of places takes. */
const LONGEST_QUERY = 80

/** A combobox after the ARIA pattern: focus stays in the input, the marked option is its active descendant. */
export function PlaceField({ label, code, name, error, inputRef, onChoose, onBlur, className }: PlaceFieldProps) {
  const id = useId()
  /** What is being typed; null while the choice stands. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(0)
  const options = usePlaceOptions(typed ?? '')
  const chosen = [name, code].filter(Boolean).join(' ')
  const isListShown = isOpen && typed !== null && typed.trim() !== ''

  // Who types before the page has its script types into plain HTML: the next render would take that away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is there once, at the beginning.
  useLayoutEffect(() => {
    const input = document.getElementById(id)
    if (!(input instanceof HTMLInputElement) || input.value === '' || input.value === chosen) return
    setTyped(input.value)
    setIsOpen(input === document.activeElement)
  }, [])

  function choose(place: Place) {
    onChoose(place.code, placeTitle(place))
    setTyped(null)
    setIsOpen(false)
  }

  function leave() {
    setIsOpen(false)
    if (typed !== null) {
      const choice = pickPlace(typed, options, active)
      if (choice.kind === 'place') choose(choice.place)
      else if (choice.kind === 'code') {
        onChoose(choice.code, undefined)
        setTyped(null)
      } else onChoose('', undefined)
    }
    onBlur()
  }

  function move(step: number) {
    setIsOpen(true)
    const count = options.places.length
    if (count > 0) setActive((at) => (at + step + count) % count)
  }

  function onKeyDown(event: React.KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (isListShown) move(event.key === 'ArrowDown' ? 1 : -1)
      else setIsOpen(true)
    } else if (event.key === 'Enter' && isListShown) {
      const place = options.places[active]
      // Enter chooses from the list first; a second one searches.
      event.preventDefault()
      if (place) choose(place)
    } else if (event.key === 'Escape' && typed !== null) {
      event.preventDefault()
      event.stopPropagation()
      if (isListShown) setIsOpen(false)
      else setTyped(null)
    }
  }

  return (
    <div className={classes('fld place', error && 'is-wrong', className)}>
      <label className="fld-label" htmlFor={id}>
        {label}
      </label>
      <input
        ref={inputRef}
        id={id}
        className={classes('fld-value', typed === null && chosen !== '' && 'is-chosen')}
        role="combobox"
        aria-expanded={isListShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isListShown && options.places[active] ? `${id}-${active}` : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-required="true"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder="City or airport"
        maxLength={LONGEST_QUERY}
        value={typed ?? chosen}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
          setIsOpen(true)
        }}
        onFocus={(event) => event.target.select()}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      {typed === null && chosen !== '' && (
        <span className="fld-value fld-shown" aria-hidden="true">
          {name ?? code}
          {name && code !== '' && <span className="fld-code">{code}</span>}
        </span>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      <PlaceList id={id} label={label} isShown={isListShown} options={options} active={active} onChoose={choose} />
    </div>
  )
}

'use client'

import { type Ref, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { PlaceUse } from '#lib/travel/client/find-places.ts'
import { usePlaceOptions } from '#lib/travel/client/use-place-options.ts'
import { pickPlace, placeTitle } from '#lib/travel/model/pick-place.ts'
import type { Place } from '#lib/travel/model/place.ts'
import { classes } from '../../ui/classes.ts'
import { FieldError } from '../../ui/field-error.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { useTexts } from '../../ui/texts.tsx'
import { usePrefetch } from '../../ui/use-preload.ts'

interface PlaceFieldProps {
  label: string
  /** Spoken before the label, to tell several such fields apart. */
  spoken?: string
  /** The chosen code, or "". */
  code: string
  /** The place's name; absent while unknown. */
  name: string | undefined
  error: string | undefined
  inputRef: Ref<HTMLInputElement>
  /** Flights or stays. */
  use: PlaceUse
  /** `place` is absent for "" and for a typed code whose place is not loaded yet. */
  onChoose: (code: string, name: string | undefined, place?: Place) => void
  /** Called after a choice by Enter or press: the focus may move to the next field. */
  onPicked: () => void
  className?: string
  /** Whether the field may stay empty. */
  isOptional?: boolean
}

/** Loads with the first focus, in time for the first letter, or before that when the browser is idle. */
const PlaceList = lazily(async () => (await import('./place-list.tsx')).PlaceList)
const parts = [PlaceList]

/** The longest query that /api/places accepts. */
const LONGEST_QUERY = 80

/** An ARIA combobox: the focus stays in the input, and the highlighted option is its active descendant. */
export function PlaceField(props: PlaceFieldProps) {
  const { label, spoken, code, name, error, inputRef, use, onChoose, onPicked, className, isOptional } = props
  const t = useTexts('search')
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [wasFocused, setWasFocused] = useState(false)
  const { typed, options, active, setActive, type, choose, settle } = useTypedPlace({
    use,
    onPlace: (place) => {
      onChoose(place.code, placeTitle(place), place)
      setIsOpen(false)
    },
    onCode: (code) => {
      onChoose(code, undefined)
      setIsOpen(false)
    },
    onNothing: () => onChoose('', undefined),
    onPicked,
  })
  usePrefetch(true, parts)
  const chosen = [name, code].filter(Boolean).join(' ')
  const isListShown = isOpen && typed !== null && typed.trim() !== ''

  // Keeps text typed before hydration, which the next render would discard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount.
  useLayoutEffect(() => {
    const input = document.getElementById(id)
    if (!(input instanceof HTMLInputElement) || input.value === '' || input.value === chosen) return
    type(input.value)
    setIsOpen(input === document.activeElement)
    setWasFocused(true)
  }, [])

  function leave() {
    setIsOpen(false)
    settle('leave')
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
      // The first Enter chooses from the list, the second one submits.
      event.preventDefault()
      const marked = active > 0 ? options.places[active] : undefined
      if (marked) choose(marked)
      else settle('enter')
    } else if (event.key === 'Escape' && typed !== null) {
      event.preventDefault()
      event.stopPropagation()
      if (isListShown) setIsOpen(false)
      else type(null)
    }
  }

  return (
    <div className={classes('fld column place', error && 'is-wrong', className)}>
      <label className="fld-label cut" htmlFor={id}>
        {spoken && <span className="sr-only">{spoken} </span>}
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
        aria-required={!isOptional}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={use === 'stays' ? t('cityOrSight') : t('cityOrAirport')}
        maxLength={LONGEST_QUERY}
        value={typed ?? chosen}
        onChange={(event) => {
          type(event.target.value)
          setIsOpen(true)
        }}
        // React replays this event on hydration: text typed by then must not be selected.
        onFocus={({ target }) => {
          setWasFocused(true)
          if (target.value === chosen) target.select()
        }}
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
      {(wasFocused || isListShown) && (
        <PlaceList
          id={id}
          label={spoken ? `${spoken} ${label}` : label}
          use={use}
          isShown={isListShown}
          options={options}
          active={active}
          onChoose={choose}
        />
      )}
    </div>
  )
}

/** How typing ended: Enter or a press moves to the next field; on leaving, the focus has already moved. */
type Ending = 'enter' | 'leave'

interface TypedPlaceOptions {
  use: PlaceUse
  onPlace: (place: Place) => void
  /** Called for a fully typed code whose list has not arrived. */
  onCode: (code: string) => void
  onNothing: () => void
  /** Called after a choice by Enter or press. */
  onPicked: () => void
}

/**
 * The text of a place field. A user who types faster than the list loads gets the best match for the complete text,
 * never a match for an earlier part of it.
 */
function useTypedPlace({ use, onPlace, onCode, onNothing, onPicked }: TypedPlaceOptions) {
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const [awaited, setAwaited] = useState<Ending | null>(null)
  const options = usePlaceOptions(typed ?? '', use)
  // A ref, because moving the focus leaves the field before the next render.
  const words = useRef<string | null>(null)

  function type(text: string | null) {
    words.current = text
    setTyped(text)
    setActive(0)
    setAwaited(null)
  }

  function end(ending: Ending) {
    type(null)
    if (ending === 'enter') onPicked()
  }

  /** Chooses the best match once the list for the typed text arrives. */
  function settle(ending: Ending) {
    if (words.current === null) return
    const text = words.current.trim()
    const isAnswered = options.query === text && (options.status === 'ready' || options.status === 'failed')
    // For flights, three letters are a complete code; for stays they may be a town's name.
    if (text !== '' && !isAnswered && (ending === 'enter' || use === 'stays' || !/^[a-z]{3}$/i.test(text))) {
      setAwaited(ending)
      if (ending === 'leave') onNothing()
      return
    }
    setAwaited(null)
    const choice = pickPlace(text, options, active)
    if (choice.kind === 'none') return onNothing()
    if (choice.kind === 'place') onPlace(choice.place)
    else onCode(choice.code)
    end(ending)
  }

  const settleAwaited = useEffectEvent(() => {
    if (awaited && options.status !== 'loading' && options.query === words.current?.trim()) settle(awaited)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a list arrives.
  useEffect(() => settleAwaited(), [options.query, options.status])

  return {
    /** The text being typed; null if a choice is shown. */
    typed,
    options,
    active,
    setActive,
    type,
    choose: (place: Place) => {
      onPlace(place)
      end('enter')
    },
    settle,
  }
}

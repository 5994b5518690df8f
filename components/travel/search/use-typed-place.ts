'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PlaceUse } from '#lib/travel/client/find-places.ts'
import { usePlaceOptions } from '#lib/travel/client/use-place-options.ts'
import { pickPlace } from '#lib/travel/model/pick-place.ts'
import type { Place } from '#lib/travel/model/place.ts'

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
export function useTypedPlace({ use, onPlace, onCode, onNothing, onPicked }: TypedPlaceOptions) {
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

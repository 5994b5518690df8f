'use client'

import { useQueryState, useQueryStates } from 'nuqs'
import { useEffect, useMemo } from 'react'
import type { FlightOffer } from '../../model/flights/flight-offer.ts'
import { chosenOutbound } from '../../model/flights/round-trips.ts'
import { openRow } from '../open-row.ts'
import { stepParsers } from './flight-list-query.ts'

/** What a list of flights shows: whole trips, the outbound flights of round trips, or the returns after one of them. */
export type TripStep = ReturnType<typeof useTripStep>

/** Whether a list of flights shows whole trips: round trips only on request, others always. */
export function useIsFlat(isRound: boolean): boolean {
  const [view] = useQueryState('view', stepParsers.view)
  return !isRound || view === 'list'
}

/** The step of a list of round trips, in the URL. */
export function useTripStep(offers: readonly FlightOffer[], isFlat: boolean) {
  const [{ out, row }, setQuery] = useQueryStates(stepParsers)
  const linked = out === null ? openRow(row).row : null
  const chosen = useMemo(
    () => (isFlat ? null : chosenOutbound(offers, { out, row: linked })),
    [isFlat, offers, out, linked],
  )
  // A link to a round trip names its outbound flights from now on, so that closing the row does not leave the step.
  useEffect(() => {
    if (out === null && chosen !== null) void setQuery({ out: chosen })
  }, [out, chosen, setQuery])
  return {
    kind: isFlat ? ('all' as const) : chosen === null ? ('outbound' as const) : ('return' as const),
    /** The key of the chosen outbound flights, in the step of the return only. */
    chosen,
    /** Whether the URL chooses outbound flights that the list does not have. */
    isMissing: !isFlat && out !== null && chosen === null,
    /** Chooses outbound flights. Back returns to the choice. */
    choose: (key: string) => void setQuery({ out: key, row: null }, { history: 'push' }),
    /** Returns to the choice of outbound flights. */
    change: () => void setQuery({ out: null, row: null }, { history: 'push' }),
    /** Shows whole trips in one list, or the steps again. */
    setFlat: (flat: boolean) =>
      void setQuery({ view: flat ? 'list' : null, out: null, row: null }, { history: 'push' }),
  }
}

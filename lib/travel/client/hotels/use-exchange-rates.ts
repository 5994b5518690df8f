'use client'

import { startTransition, useEffect, useState } from 'react'
import type { ExchangeRates } from '../../model/exchange-rates.ts'
import { askRates } from '../ask-rates.ts'

/** How long a list waits for the rates. Later ones still convert its prices, although that moves its rows. */
const waitMs = 2000

/** Kept for the next list of this visit, which starts with them until it has new ones. */
let latest: ExchangeRates | null = null

/**
 * The rates for comparing prices. `undefined`: a list should wait for them. `null`: there are none yet, or they are not
 * needed. Requested immediately, beside the search, so that they usually arrive before its results.
 */
export function useExchangeRates(isNeeded = true): ExchangeRates | null | undefined {
  const [rates, setRates] = useState(latest)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isNeeded) return
    const abort = new AbortController()
    // Transitions, because each may render a long list, which React then does in pieces.
    const timer = setTimeout(() => startTransition(() => setLate(true)), waitMs)
    void askRates(abort.signal).then((found) => {
      if (abort.signal.aborted) return
      clearTimeout(timer)
      if (found) latest = found
      startTransition(() => {
        setRates(latest)
        setLate(true)
      })
    })
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [isNeeded])
  return rates ?? (isLate || !isNeeded ? null : undefined)
}

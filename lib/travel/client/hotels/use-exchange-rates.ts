'use client'

import { useEffect, useState } from 'react'
import type { ExchangeRates } from '../../model/exchange-rates.ts'
import { askRates } from '../ask-rates.ts'

/**
 * The rates for comparing prices; null until they arrive, if there are none, or if they are not needed. Requested
 * immediately, beside the search, so that they usually arrive before its results.
 */
export function useExchangeRates(isNeeded = true): ExchangeRates | null {
  const [rates, setRates] = useState<ExchangeRates | null>(null)
  useEffect(() => {
    if (!isNeeded) return
    const abort = new AbortController()
    void askRates(abort.signal).then((found) => {
      if (!abort.signal.aborted) setRates(found)
    })
    return () => abort.abort()
  }, [isNeeded])
  return rates
}

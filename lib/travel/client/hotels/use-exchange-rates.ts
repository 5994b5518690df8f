'use client'

import { useEffect, useState } from 'react'
import type { DataLabel } from '#runner/contract/skill-io.ts'
import type { ExchangeRates } from '../../model/exchange-rates.ts'
import { askRates } from '../ask-rates.ts'

/**
 * The rates for comparing prices; null until they arrive, or if there are none. Requested immediately, beside the
 * search, so that they usually arrive before its results. Generated rates never mix with live prices.
 */
export function useExchangeRates(listed: DataLabel | undefined): ExchangeRates | null {
  const [rates, setRates] = useState<ExchangeRates | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    void askRates(abort.signal).then((found) => {
      if (!abort.signal.aborted) setRates(found)
    })
    return () => abort.abort()
  }, [])
  return listed === 'live' && rates?.data !== 'live' ? null : rates
}

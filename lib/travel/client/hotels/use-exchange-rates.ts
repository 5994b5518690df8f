'use client'

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import type { ExchangeRates } from '../../model/exchange-rates.ts'
import { askRates } from '../ask-rates.ts'

/** How long a list waits for the rates. Later ones still convert its prices, although that moves its rows. */
const waitMs = 2000

/**
 * The rates for comparing prices. `undefined`: a list should wait for them. `null`: there are none yet, or they are not
 * needed. Requested immediately, beside the search, so that they usually arrive before its results.
 */
export function useExchangeRates(isNeeded = true): ExchangeRates | null | undefined {
  const { data, isError } = useQuery({ queryKey: ['rates'], queryFn: askRates, enabled: isNeeded })
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), waitMs)
    return () => clearTimeout(timer)
  }, [])
  // Deferred, because another value may render a long list, which React then does in pieces.
  return useDeferredValue(data ?? (isLate || isError || !isNeeded ? null : undefined))
}

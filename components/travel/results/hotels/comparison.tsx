'use client'

import { createContext, useContext } from 'react'
import type { Comparison } from '#lib/travel/model/hotels/total.ts'

const ComparisonContext = createContext<Comparison>({ currency: 'USD', rates: null })

/** Provides the currency and rates in which a list compares totals. */
export const ComparisonProvider = ComparisonContext.Provider

export const useComparison = () => useContext(ComparisonContext)

'use client'

import { createContext, type ReactNode } from 'react'
import { type DayPrices, type DayPricesOptions, useDayPrices } from '#lib/travel/client/flights/use-day-prices.ts'

const DayPricesContext = createContext<DayPrices | null>(null)

/**
 * Holds the prices of other days, which arrive one by one after the list. Each renders what shows it with
 * `WithDayPrices`, and nothing else of the page.
 */
export function DayPricesProvider({ children, ...options }: DayPricesOptions & { children: ReactNode }) {
  return <DayPricesContext value={useDayPrices(options)}>{children}</DayPricesContext>
}

export function WithDayPrices({ draw }: { draw: (days: DayPrices) => ReactNode }) {
  return <DayPricesContext.Consumer>{(days) => days && draw(days)}</DayPricesContext.Consumer>
}

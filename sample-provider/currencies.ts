import { z } from 'zod'
import { fromMinorUnits } from '#lib/travel/model/exact-money.ts'
import { minorDigits } from '#lib/travel/model/money.ts'
import rows from './data/currencies.json' with { type: 'json' }

export interface Currency {
  code: string
  name: string
  /** Sample data: fixed, independent of any market. */
  perUsd: number
  /** Decimals of its amounts. */
  digits: number
}

export const currencies: ReadonlyMap<string, Currency> = new Map(
  Object.entries(z.record(z.string(), z.tuple([z.string(), z.number()])).parse(rows)).map(([code, [name, perUsd]]) => [
    code,
    { code, name, perUsd, digits: minorDigits(code) },
  ]),
)

/** US dollars as a whole number of the currency's minor units. */
export const toMinor = (usd: number, { perUsd, digits }: Currency): number => Math.round(usd * perUsd * 10 ** digits)

/** Rounds minor units as sellers do: to larger steps where the unit is worth less. The result is at least one step. */
export function roundAmount(minor: number, { perUsd, digits }: Currency): number {
  const step = 10 ** (digits + Math.max(0, Math.floor(Math.log10(perUsd))))
  return Math.max(step, Math.round(minor / step) * step)
}

/** An amount of minor units as a decimal string. */
export const decimal = (minor: number, { digits }: Currency): string => fromMinorUnits(minor, digits)

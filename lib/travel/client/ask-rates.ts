import type { ExchangeRates } from '../model/exchange-rates.ts'
import { isExchangeRates } from '../model/generated/exchange-rates.ts'

/** Null on any failure: the rates are optional, and without them the list states that it compares no currencies. */
export async function askRates(signal?: AbortSignal): Promise<ExchangeRates | null> {
  try {
    const response = await fetch('/api/rates', { cache: 'no-store', ...(signal && { signal }) })
    const body: unknown = await response.json()
    const rates: unknown = typeof body === 'object' && body && 'rates' in body ? body.rates : null
    return isExchangeRates(rates) ? rates : null
  } catch {
    return null
  }
}

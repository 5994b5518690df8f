import type { ExchangeRates } from '../model/exchange-rates.ts'
import { isExchangeRates } from '../model/generated/exchange-rates.ts'

/** Rejects without rates: they are optional, and without them the list states that it compares no currencies. */
export async function askRates({ signal }: { signal: AbortSignal }): Promise<ExchangeRates> {
  const response = await fetch('/api/rates', { cache: 'no-store', signal })
  const body: unknown = await response.json()
  const rates: unknown = typeof body === 'object' && body && 'rates' in body ? body.rates : null
  if (!isExchangeRates(rates)) throw new TypeError('No rates')
  return rates
}

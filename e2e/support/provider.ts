import type { Fault } from '#lib/sample-provider/faults.ts'
import { faultKey } from './provider-server.ts'
import type { Search } from './searches.ts'
import { setting } from './setting.ts'

async function control(method: 'PUT' | 'DELETE', search: Search, body?: Fault): Promise<void> {
  const key = faultKey({ ...search, max: search.max_results })
  const url = `${setting('TRAVEL_E2E_PROVIDER_CONTROL')}/${key}`
  const response = await fetch(url, { method, ...(body && { body }) })
  if (!response.ok) throw new Error(`The provider refused the fault with ${response.status}`)
}

/** From now on the provider fails this search, and no other, in this way. */
export const failSearch = (search: Search, fault: Fault): Promise<void> => control('PUT', search, fault)

/** The provider answers this search again. */
export const healSearch = (search: Search): Promise<void> => control('DELETE', search)

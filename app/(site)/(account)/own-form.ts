import { headers } from 'next/headers'
import { services } from '#lib/compose/server.ts'

/** The request's headers if it comes from our own pages; otherwise null. */
export async function ownHeaders(): Promise<Headers | null> {
  const [{ checkOrigin }, list] = [await services(), await headers()]
  return checkOrigin(list) === 'own' ? list : null
}

/**
 * Like `ownHeaders`, for a form. The type of an action's parameter cannot guarantee a form: the body of a forged request
 * can be anything.
 */
export const ownFormHeaders = async (data: unknown): Promise<Headers | null> =>
  data instanceof FormData ? ownHeaders() : null

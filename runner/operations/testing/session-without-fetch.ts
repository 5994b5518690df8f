import type { EgressSession } from '../../egress/session.ts'
import { createRedactor } from '../../redact/redact.ts'

/** An egress session that redacts `secrets`, and through which the test must not fetch. */
export const sessionWithoutFetch = (
  secrets: readonly string[],
  placeholders: EgressSession['placeholders'] = {},
  keyFor: EgressSession['keyFor'] = () => ({ kind: 'unknown' }),
): EgressSession => ({
  outOfTime: () => false,
  placeholders,
  keyFor,
  hideMade: () => {},
  redact: createRedactor(secrets),
  fetch: () => Promise.reject(new Error('must not be called in this test')),
  data: () => undefined,
  oldestMs: () => undefined,
  async [Symbol.asyncDispose]() {},
})

import type { ErrorBody, Refusal } from '#runner/contract/errors.ts'

/** The refusal in an answer. Its check loads only now, because most answers hold none. Undefined: there is none. */
export async function refusalIn(value: unknown): Promise<ErrorBody | undefined> {
  const check = await import('../model/generated/refusal.ts').catch(() => undefined)
  const isRefusal = (given: unknown): given is Refusal => check?.holds(given) === true
  return isRefusal(value) ? value.error : undefined
}

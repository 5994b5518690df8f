import type { ErrorBody } from '#runner/contract/errors.ts'

/** The refusal in an answer. Its check loads only now, because most answers hold none. Undefined: there is none. */
export async function refusalIn(value: unknown): Promise<ErrorBody | undefined> {
  const check = await import('../model/generated/refusal.ts').catch(() => undefined)
  return check?.isRefusal(value) ? value.error : undefined
}

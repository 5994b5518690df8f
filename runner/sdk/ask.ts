import type { SkillHost, SkillRequest } from './index.ts'
import { done, failureOfRejection, type Outcome } from './outcome.ts'

export type Ask = { readonly url: string; readonly request: SkillRequest }

/** Sends one request, and reads the answer by its status and text. A request without an answer is a failure. */
export async function ask<T>(
  host: Pick<SkillHost, 'fetch'>,
  { url, request }: Ask,
  read: (status: number, text: string) => Outcome<T>,
): Promise<Outcome<T>> {
  const response = await host.fetch(url, request).then(done, failureOfRejection)
  if (!response.ok) return response
  const text = await response.value.text().then(done, failureOfRejection)
  return text.ok ? read(response.value.status, text.value) : text
}

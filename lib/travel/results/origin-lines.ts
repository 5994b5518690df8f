import type { Texts } from '../texts.ts'
import type { Found } from './found.ts'

/** The last lines of a summary: the provider, the time of its answer, and a warning about sample or test data. */
export function originLines(
  { data, fetchedAtMs }: Pick<Found, 'data' | 'fetchedAtMs'>,
  provider: string,
  t: Texts<'results'>,
): string[] {
  const seen = `${new Date(fetchedAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const origin = t('fromSeen', { provider, seen })
  if (data === 'live') return [origin]
  return [origin, data === 'sample' ? t('sampleLine') : t('testLine')]
}

import type { Texts } from '#lib/platform/model/texts.ts'
import { formatMoment } from '../format.ts'
import type { Found } from './found.ts'

/**
 * The last lines of a summary: the seller, as far as known, the provider, the time of its answer, and a warning about
 * test data. Of generated results, only that they are: no provider is credited with them.
 */
export function originLines(
  { data, fetchedAtMs }: Pick<Found, 'data' | 'fetchedAtMs'>,
  { provider, seller }: { provider: string; seller?: string | undefined },
  { locale, t }: { locale: string; t: Texts<'results'> },
): string[] {
  // In UTC, because people in other time zones may read the summary.
  const seen = `${formatMoment(new Date(fetchedAtMs).toISOString(), locale, 'UTC')} UTC`
  if (data === 'sample') return [t('sampleLine')]
  const origin = seller === undefined ? t('fromSeen', { provider, seen }) : t('soldSeen', { seller, provider, seen })
  if (data === 'live') return [origin]
  return [origin, t('testLine')]
}

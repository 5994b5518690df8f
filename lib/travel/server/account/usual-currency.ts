import currencyData from 'cldr-core/supplemental/currencyData.json' with { type: 'json' }
import { acceptedTags } from '#lib/platform/server/i18n/choose-language.ts'

const ofRegions = new Map<string, readonly Readonly<Record<string, object>>[]>(
  Object.entries(currencyData.supplemental.currencyData.region),
)
const known = new Set(Intl.supportedValuesOf('currency'))

/** The currency of the reader's region: that of the first accepted language whose likely region has one. */
export function usualCurrency(acceptLanguage: string | null): string {
  for (const tag of acceptedTags(acceptLanguage)) {
    const currency = currencyOf(regionOf(tag))
    if (currency !== undefined) return currency
  }
  return 'USD'
}

function regionOf(tag: string): string {
  try {
    return new Intl.Locale(tag).maximize().region ?? ''
  } catch {
    return ''
  }
}

/** The current legal tender of a region. */
function currencyOf(region: string): string | undefined {
  const current = ofRegions
    .get(region)
    ?.find((entry) => Object.values(entry).every((use) => !('_to' in use) && !('_tender' in use)))
  const [code] = Object.keys(current ?? {})
  return code !== undefined && known.has(code) ? code : undefined
}

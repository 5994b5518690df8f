/** Size of the cache, which drops the oldest formatter. A reader needs about a dozen. */
const MAX_KEPT = 100

/**
 * The cached formatter for a locale and options. Creating one takes a hundred times as long as using it, and a list of
 * results formats thousands of numbers and times.
 */
export const numberFormat = kept(
  (locale: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)
export const dateTimeFormat = kept(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
export const pluralRules = kept(
  (locale: string, options: Intl.PluralRulesOptions) => new Intl.PluralRules(locale, options),
)

function kept<Options, Formatter extends object>(make: (locale: string, options: Options) => Formatter) {
  const formatters = new Map<string, Formatter>()
  return (locale: string, options: Options): Formatter => {
    const key = `${locale} ${JSON.stringify(options)}`
    const known = formatters.get(key)
    if (known) return known
    const formatter = make(locale, options)
    const [oldest] = formatters.keys()
    if (oldest !== undefined && formatters.size >= MAX_KEPT) formatters.delete(oldest)
    formatters.set(key, formatter)
    return formatter
  }
}

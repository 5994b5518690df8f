/** The first day of the week in the browser's locale, 1 to 7; Monday (1) if the browser does not report it. */
export function firstWeekday(): number {
  const locale = browserLocale()
  const day =
    locale && 'getWeekInfo' in locale && typeof locale.getWeekInfo === 'function' ? locale.getWeekInfo().firstDay : 1
  const number = Number(day)
  return number >= 1 && number <= 7 ? number : 1
}

/** Undefined if the browser's language is not a language tag, such as "en-US@posix" or an empty text. */
function browserLocale(): Intl.Locale | undefined {
  try {
    return new Intl.Locale(navigator.language)
  } catch {
    return undefined
  }
}

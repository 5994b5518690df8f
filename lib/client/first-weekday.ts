/** The first day of the week in the browser's locale, 1 to 7; Monday (1) if the browser does not report it. */
export function firstWeekday(): number {
  const locale = new Intl.Locale(navigator.language)
  const day = 'getWeekInfo' in locale && typeof locale.getWeekInfo === 'function' ? locale.getWeekInfo().firstDay : 1
  const number = Number(day)
  return number >= 1 && number <= 7 ? number : 1
}

import type { Texts } from '#lib/travel/texts.ts'

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Shortens a user agent to "Firefox on Linux"; omits an unknown browser or system. */
export function describeBrowser(userAgent: string | null, t: Texts<'account'>): string {
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (system === undefined) return browser ?? t('program')
  return browser === undefined ? t('programOn', { system }) : t('browserOn', { browser, system })
}

import type { Texts } from '#lib/platform/model/texts.ts'

// On iOS, and Edge also on Android, browsers write other names. Each of them also writes Safari or Chrome.
const browsers: [RegExp, string][] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\/|OPiOS\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
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

/** The cookie with the reader's theme; absent means automatic. */
export const THEME_COOKIE = 'theme'

const themes = ['automatic', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export function readTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'automatic'
}

/** The theme after the next press of the theme switch. */
export function nextTheme(theme: Theme): Theme {
  return themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'automatic'
}

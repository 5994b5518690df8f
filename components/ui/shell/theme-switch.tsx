'use client'

import { useState } from 'react'
import { writeCookie } from '#lib/platform/client/write-cookie.ts'
import { nextTheme, THEME_COOKIE, type Theme } from '#lib/platform/model/theme.ts'
import { Icon } from '../icon.tsx'

const iconOf = { automatic: 'contrast', light: 'sun', dark: 'moon' } as const

/** Cycles through automatic, light and dark. The server renders the choice, so the page never flashes. */
export function ThemeSwitch({ initial, names }: { initial: Theme; names: Record<Theme, string> }) {
  const [theme, setTheme] = useState(initial)
  const [hasChanged, setHasChanged] = useState(false)

  function change() {
    const next = nextTheme(theme)
    if (next === 'automatic') {
      delete document.documentElement.dataset.theme
      writeCookie(THEME_COOKIE, '', 0)
    } else {
      document.documentElement.dataset.theme = next
      writeCookie(THEME_COOKIE, next, 365 * 24 * 3600)
    }
    setTheme(next)
    setHasChanged(true)
  }

  return (
    <>
      <button
        type="button"
        className="top-button top-theme"
        onClick={change}
        aria-label={names[theme]}
        title={names[theme]}
      >
        <Icon name={iconOf[theme]} />
      </button>
      <span className="sr-only" aria-live="polite">
        {hasChanged ? names[theme] : ''}
      </span>
    </>
  )
}

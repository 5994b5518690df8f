'use client'

import { useEffect, useEffectEvent } from 'react'

const isLayer = (state: unknown): boolean => typeof state === 'object' && state !== null && 'layer' in state

/** The URL of the entry that Back has just left; undefined if the browser does not expose it. */
function addressLeft(): string | undefined {
  if (!('navigation' in window)) return undefined
  const { currentEntry } = window.navigation
  return window.navigation.entries()[(currentEntry?.index ?? 0) + 1]?.url ?? undefined
}

/**
 * Makes Back close the layer over the page, as in an app. While the layer is open, the history has one more entry.
 * Closing the layer by other means removes that entry, unless filters have changed the URL meanwhile: then the entry
 * stays, as the entry of that change. In browsers that do not expose the entry that Back has left, Back also undoes
 * that change.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const onBack = useEffectEvent(close)

  useEffect(() => {
    if (!isOpen) return
    const { href } = location
    let isDone = false
    // Closing the layer sets the scroll position. The browser must not replace it on return to this entry.
    history.scrollRestoration = 'manual'
    const restoreMode = () => {
      history.scrollRestoration = 'auto'
    }
    history.pushState({ layer: true }, '')
    const onPopState = () => {
      if (isDone) return
      isDone = true
      restoreMode()
      onBack()
      if ((addressLeft() ?? href) !== href) history.forward()
    }
    window.addEventListener('popstate', onPopState)
    return () => {
      window.removeEventListener('popstate', onPopState)
      if (isDone) return
      if (location.href !== href || !isLayer(history.state)) {
        // This entry stays. Entries that are pushed on it inherit its mode.
        restoreMode()
        return
      }
      window.addEventListener('popstate', restoreMode, { once: true })
      history.back()
    }
  }, [isOpen])
}

/** Opens another page. From within a layer, the new URL replaces the layer's entry. */
export function leaveBy(router: { push(href: string): void; replace(href: string): void }, href: string): void {
  if (!isLayer(history.state)) {
    router.push(href)
    return
  }
  // Without the mark, closing the layer does not remove the entry.
  const { layer: _layer, ...rest } = history.state
  history.replaceState(rest, '')
  router.replace(href)
}

'use client'

import { useCallback, useSyncExternalStore } from 'react'

/**
 * Whether the page matches the media query; false until the browser can tell. For content that should not be
 * rendered where it is not visible.
 */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}

'use client'

import { useSyncExternalStore } from 'react'

const USUAL_PX = 16

/** The reader's text size relative to the usual one: 2 for twice the size. For drawings that are laid out in px. */
export function useTextScale(): number {
  return useSyncExternalStore(subscribe, scaleNow, () => 1)
}

/** A changed text size changes the layout of a window, which browsers report as a resize. */
function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

function scaleNow(): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return size > 0 ? size / USUAL_PX : 1
}

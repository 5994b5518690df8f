import { lazily } from './lazily.tsx'

/** Loads when the pointer or the focus is near a button that opens it, or before that when the browser is idle. */
export const Popover = lazily(async () => (await import('./popover.tsx')).Popover)
export const popovers = [Popover]
export const loadPopover = () => void Popover.preload()

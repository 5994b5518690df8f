import type { ReactNode } from 'react'

/** A box that scrolls sideways, also by keyboard, for a table that may be wider than the screen. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
    <section className="console-scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}

import type { ReactNode } from 'react'

/** Holds a table that may be wider than the screen, and scrolls sideways, by the keyboard too. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
    <section className="console-scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}

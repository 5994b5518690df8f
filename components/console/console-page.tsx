import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { PageLink } from '../ui/page-link.tsx'

interface ConsolePageProps {
  title: ReactNode
  /** The list that this page belongs to. */
  parent?: { href: string; text: string }
  /** Beside the title. */
  end?: ReactNode
  children: ReactNode
}

/** The frame of each page in the console: its title, and the way back to its list. */
export function ConsolePage({ title, parent, end, children }: ConsolePageProps) {
  return (
    <main id="main" tabIndex={-1} className="console-main">
      <header className="console-head">
        {parent && (
          <PageLink className="console-crumb" href={parent.href}>
            {parent.text}
            <Icon name="right" small />
          </PageLink>
        )}
        <h1>{title}</h1>
        {end && <div className="console-head-end">{end}</div>}
      </header>
      {children}
    </main>
  )
}

/** A part of a page with a heading. `note` stands beside the heading. */
export function ConsoleBox({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="console-box" aria-label={title}>
      <h2>
        {title}
        {note && <span>{note}</span>}
      </h2>
      {children}
    </section>
  )
}

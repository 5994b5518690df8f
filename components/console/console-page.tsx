import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { PageLink } from '../ui/page-link.tsx'

interface ConsolePageProps {
  title: ReactNode
  /** The list page to which this page belongs. */
  parent?: { href: string; text: string }
  /** Content beside the title. */
  end?: ReactNode
  children: ReactNode
}

/** The frame of each console page: its title, and the link back to its list. */
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

/** A section of a page with a heading. `note`: content beside the heading. */
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

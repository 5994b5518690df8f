'use client'

import { usePathname } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import { ConsoleCounts } from '#lib/console/model/console-overview.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Brand } from '../../ui/shell/brand.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ConsoleSearch } from '../search/console-search.tsx'
import { type ConsoleEntry, consoleEntries } from './console-entries.ts'

const pollMs = 30_000

interface ConsoleSideProps {
  /** The operator's name. */
  person: string
  theme: ReactNode
}

/** The console's pages with their counts. On a phone they are behind a button beside the search, and a chosen page closes them. */
export function ConsoleSide({ person, theme }: ConsoleSideProps) {
  const path = usePathname()
  const counts = useConsoleQuery(ConsoleCounts, '/counts', { pollMs: () => pollMs }).data
  // The path at which the menu was opened: at another one, it is closed.
  const [openedAt, setOpenedAt] = useState<string>()
  const isOpen = openedAt === path
  return (
    <header className="console-side no-print" data-open={isOpen || undefined}>
      <div className="console-brand row">
        <Brand label="travel.aw, search for flights" />
        <span>Console</span>
      </div>
      <ConsoleSearch />
      <button
        type="button"
        className="console-menu row"
        aria-expanded={isOpen}
        aria-controls="console-pages"
        onClick={() => setOpenedAt(isOpen ? undefined : path)}
      >
        <Icon name="list" />
        Menu
      </button>
      <nav id="console-pages" className="console-nav" aria-label="Console">
        {consoleEntries.map((entry) => (
          <PageLink
            key={entry.href}
            className="console-link row"
            href={entry.href}
            title={entry.text}
            aria-current={isCurrent(entry, path) ? 'page' : undefined}
            onClick={() => setOpenedAt(undefined)}
          >
            <Icon name={entry.icon} />
            <span>{entry.text}</span>
            {counts && <Count entry={entry} counts={counts} />}
          </PageLink>
        ))}
      </nav>
      <div className="console-side-foot soft-xs">
        {counts && (
          <p>
            {counts.running} running, {counts.queued} in the queue
          </p>
        )}
        <p>
          Signed in as <TextLink href="/account">{person}</TextLink>, operator.
        </p>
        {theme}
      </div>
    </header>
  )
}

/** Marked even while one of its subpages is open. */
const isCurrent = ({ href, also = href }: ConsoleEntry, path: string) =>
  href === '/console' ? path === href : path.startsWith(href) || path.startsWith(also)

function Count({ entry: { count }, counts }: { entry: ConsoleEntry; counts: ConsoleCounts }) {
  if (count === undefined || counts[count.of] === 0) return null
  return (
    <b className="console-count dim" data-call={count.isCall}>
      {counts[count.of].toLocaleString('en')}
      <span className="sr-only"> {count.words}</span>
    </b>
  )
}

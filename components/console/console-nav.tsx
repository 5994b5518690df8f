'use client'

import { usePathname } from 'next/navigation'
import { Icon } from '../ui/icon.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { consoleLinks } from './console-links.ts'
import { ConsoleSearch } from './search/console-search.tsx'

/** The console's pages. The current page is marked, even while one of its subpages is open. */
export function ConsoleNav() {
  const path = usePathname()
  return (
    <nav className="console-nav" aria-label="Console">
      <ConsoleSearch />
      {consoleLinks.map(({ href, icon, text, also = href }) => {
        const isCurrent = href === '/console' ? path === href : path.startsWith(href) || path.startsWith(also)
        return (
          <PageLink key={href} className="console-link" href={href} aria-current={isCurrent ? 'page' : undefined}>
            <Icon name={icon} />
            <span>{text}</span>
          </PageLink>
        )
      })}
    </nav>
  )
}

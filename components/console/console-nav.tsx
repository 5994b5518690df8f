'use client'

import { usePathname } from 'next/navigation'
import { Icon, type IconName } from '../ui/icon.tsx'
import { PageLink } from '../ui/page-link.tsx'

/** `also`: other pages that belong to it. */
const links: readonly { href: string; icon: IconName; text: string; also?: string }[] = [
  { href: '/console', icon: 'grid', text: 'Overview' },
  { href: '/console/executions', icon: 'list', text: 'Executions' },
  { href: '/console/skills', icon: 'code', text: 'Skills', also: '/console/skill-sources' },
  { href: '/console/profiles', icon: 'agent', text: 'Profiles' },
  { href: '/console/credentials', icon: 'key', text: 'Credentials' },
  { href: '/console/agents', icon: 'bot', text: 'Agent keys' },
  { href: '/console/people', icon: 'person', text: 'People' },
  { href: '/console/messages', icon: 'message', text: 'Messages' },
  { href: '/console/audit', icon: 'file', text: 'Audit log' },
]

/** The console's pages. The current page is marked, even while one of its subpages is open. */
export function ConsoleNav() {
  const path = usePathname()
  return (
    <nav className="console-nav" aria-label="Console">
      {links.map(({ href, icon, text, also = href }) => {
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

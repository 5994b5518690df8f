'use client'

import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import { PageLink } from '../page-link.tsx'

/**
 * A header link, marked as current on paths that start with `section`. Its icon shows the number of unseen alerts until
 * the user opens the section, which marks them as seen. The link itself hides the number, because the server renders
 * the header again only on the next full load.
 */
export function NavLink({
  href,
  section,
  icon,
  unread,
  children,
}: {
  href: string
  section: string
  icon: IconName
  /** The number, and its text for screen readers. */
  unread?: { count: number; text: string }
  children: string
}) {
  const path = usePathname()
  const isCurrent = path === href || path.startsWith(section)
  const [wasOpen, setWasOpen] = useState(isCurrent)
  if (isCurrent && !wasOpen) setWasOpen(true)
  return (
    <PageLink className="top-link" href={href} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{children}</span>
      {unread && !wasOpen && (
        <b className="top-unread">
          <span aria-hidden="true">{unread.count > 9 ? '9+' : unread.count}</span>
          <span className="sr-only"> {unread.text}</span>
        </b>
      )}
    </PageLink>
  )
}

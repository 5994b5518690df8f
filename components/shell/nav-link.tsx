'use client'

import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { Icon, type IconName } from '../ui/icon.tsx'
import { PageLink } from '../ui/page-link.tsx'

/**
 * A header link, marked as current on paths that start with `section`. The number of unseen alerts stands on its icon until
 * the section was open: there they count as seen, and the header does not render again until the next full load.
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
  /** The number, and the words that tell it. */
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

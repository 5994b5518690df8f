'use client'

import { usePathname } from 'next/navigation'
import { Icon, type IconName } from '../ui/icon.tsx'
import { PageLink } from '../ui/page-link.tsx'

/** A header link, marked as current on paths that start with `section`. */
export function NavLink({
  href,
  section,
  icon,
  children,
}: {
  href: string
  section: string
  icon: IconName
  children: string
}) {
  const path = usePathname()
  const isCurrent = path === href || path.startsWith(section)
  return (
    <PageLink className="top-link" href={href} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{children}</span>
    </PageLink>
  )
}

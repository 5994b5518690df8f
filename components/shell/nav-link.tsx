'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { Icon, type IconName } from '../ui/icon.tsx'

/** A product in the header; current on its own pages, which start with `section`. */
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
    <Link className="top-link" href={href} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{children}</span>
    </Link>
  )
}

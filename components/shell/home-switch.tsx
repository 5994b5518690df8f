import Link from 'next/link'
import { Icon } from '../ui/icon.tsx'

/** What the home page searches. */
export function HomeSwitch({ current }: { current: 'flights' | 'hotels' }) {
  return (
    <nav className="home-switch" aria-label="What to search">
      <Link href="/" aria-current={current === 'flights' ? 'page' : undefined} prefetch={false}>
        <Icon name="plane" />
        Flights
      </Link>
      <Link href="/hotels" aria-current={current === 'hotels' ? 'page' : undefined} prefetch={false}>
        <Icon name="bed" />
        Hotels
      </Link>
    </nav>
  )
}

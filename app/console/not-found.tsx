import { NotInConsole } from '#components/console/console-page.tsx'

/** Shown inside the console, so that its menu stays. */
export default function NotFound() {
  return <NotInConsole way={{ href: '/console', text: 'Overview' }} />
}

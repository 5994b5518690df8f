import { PageLink } from '../ui/page-link.tsx'

export function SiteFooter() {
  return (
    <footer className="foot no-print">
      <span>travel.aw compares prices. You book with the provider.</span>
      <PageLink href="/credits">Data sources</PageLink>
    </footer>
  )
}

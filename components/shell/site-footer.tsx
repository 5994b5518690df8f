import Link from 'next/link'

export function SiteFooter() {
  return (
    <footer className="foot no-print">
      <span>travel.aw compares prices. You book with the provider.</span>
      <Link href="/credits">Data sources</Link>
    </footer>
  )
}

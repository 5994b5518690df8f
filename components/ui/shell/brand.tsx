import { PageLink } from '../page-link.tsx'

/** The product's name, as the link to its first page. */
export function Brand({ label }: { label: string }) {
  return (
    <PageLink className="brand" dir="ltr" href="/" aria-label={label}>
      travel
      <svg viewBox="0 0 10 9" aria-hidden="true">
        <path d="M5 0 10 9H0z" />
      </svg>
      aw
    </PageLink>
  )
}

import type { ReactNode } from 'react'
import type { OwnSite } from '#lib/travel/own-sites.ts'
import type { DataLabel } from '#runner/contract/skill-io.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { CopyButton } from './copy-button.tsx'

interface RowActionsProps {
  /** The booking link. */
  address: string | undefined
  /** The seller at the booking link, and the company of the site. */
  seller: string
  provider: string
  /** Generated and test offers are nowhere for sale. */
  data: DataLabel
  /** Where a traveler can repeat the search, when the provider sends no booking link. */
  site: OwnSite | undefined
  /** The offer as text. */
  summary: () => string
}

/**
 * The actions of an open row. The main one is the provider's booking link; without it the company's own site, to repeat
 * the search there; without that, Copy summary.
 */
export function RowActions({ address, seller, provider, data, site, summary }: RowActionsProps) {
  const way = data !== 'live' ? undefined : address ? 'link' : site ? 'site' : undefined
  return (
    <div className="row-actions no-print">
      {way === 'link' && address && <Leave href={address}>Continue with {seller}</Leave>}
      {way === 'site' && site && <Leave href={site.url}>Search at {site.host}</Leave>}
      <CopyButton isMain={way === undefined} done="Summary copied" otherwise="Copying is not allowed" text={summary}>
        Copy summary
      </CopyButton>
      <CopyButton done="Link copied" otherwise="Copy it from the address bar" text={() => window.location.href}>
        Copy link
      </CopyButton>
      {way !== 'link' && <span className="row-hint">{hint(data, way === 'site', seller, provider)}</span>}
    </div>
  )
}

function Leave({ href, children }: { href: string; children: ReactNode }) {
  return (
    <ButtonLink variant="accent" href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="external" small />
      <span className="sr-only">(opens a new tab)</span>
    </ButtonLink>
  )
}

function hint(data: DataLabel, hasSite: boolean, seller: string, provider: string): string {
  if (data === 'sample') return 'Sample data: this offer is generated, and nobody sells it.'
  if (data === 'test') return 'Test data: this offer comes from a test system, and nobody sells it.'
  const noLink = `${provider} sends no booking link for this offer.`
  return hasSite ? `${noLink} Repeat the search at ${seller}: the price there may differ.` : noLink
}

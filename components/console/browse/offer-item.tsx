import { Badge } from '../../ui/badge.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { TierBadge } from '../skills/verdict.tsx'
import { sourceName } from './browse-rail.tsx'
import type { OfferRow } from './offer-filters.ts'

/** One offer. What its source does not say is left out: an unknown number is no zero. */
export function OfferItem({ row }: { row: OfferRow }) {
  const { name, author, description, from, is_signed, installs, rating, here, state } = row
  return (
    <li className="found">
      <p className="found-head">
        <PageLink className="found-link" href={hrefOf(row)}>
          {name}
        </PageLink>
        {author !== null && <small>{author}</small>}
        <Version row={row} />
      </p>
      {description !== '' && <p className="found-text">{description}</p>}
      <p className="found-facts">
        <TierBadge tier={here !== undefined && state !== 'other' ? here.tier : 'untrusted'} />
        <span className="source-name">{sourceName(from)}</span>
        {is_signed && <Badge icon="shield">Signed</Badge>}
        {installs !== null && <span>{installs.toLocaleString('en')} installs</span>}
        {rating !== null && <span>{rating.toLocaleString('en', { maximumFractionDigits: 1 })} of 5</span>}
      </p>
    </li>
  )
}

function Version({ row: { versions, here, state, name } }: { row: OfferRow }) {
  const newest = versions[0] ?? ''
  switch (state) {
    case 'new':
      return <span className="found-version">{newest}</span>
    case 'installed':
      return <span className="found-version">Installed {here?.version}</span>
    case 'update':
      return <b className="found-version tone-info">Update {newest}</b>
    case 'other':
      return <span className="found-version">Another {name} is here</span>
  }
}

/** The page of an installed skill, or of the installation or update of this one. */
function hrefOf({ name, source, state }: OfferRow): string {
  if (state === 'installed') return `/console/skills/${name}`
  const asked = state === 'update' ? { update: name } : { source, name }
  return `/console/skill-sources/install?${new URLSearchParams(asked)}`
}

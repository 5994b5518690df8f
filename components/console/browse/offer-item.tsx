import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { TierBadge } from '../skills/verdict.tsx'
import { sourceName } from './browse-rail.tsx'
import type { OfferRow } from './offer-filters.ts'

/** Shows what an offer would do beside the list. Absent: there is no room, or the skill is installed as it is. */
type Preview = { readonly isShown: boolean; readonly onToggle: () => void }

/** One offer. What its source does not say is left out: an unknown number is no zero. */
export function OfferItem({ row, preview }: { row: OfferRow; preview?: Preview | undefined }) {
  const { name, author, description, from, is_signed, installs, rating, here, state } = row
  return (
    <li className={classes('found', preview?.isShown && 'is-previewed')}>
      <p className="found-head">
        <PageLink className="found-link" href={hrefOf(row)}>
          {name}
        </PageLink>
        {author !== null && <small>{author}</small>}
        <Version row={row} />
      </p>
      {description !== '' && <p className="found-text soft">{description}</p>}
      <p className="found-facts row-wrap dim">
        <TierBadge tier={here !== undefined && state !== 'other' ? here.tier : 'untrusted'} />
        <span className="source-name">{sourceName(from)}</span>
        {is_signed && <Badge icon={moreIcons.shield}>Signed</Badge>}
        {installs !== null && <span>{installs.toLocaleString('en')} installs</span>}
        {rating !== null && <span>{rating.toLocaleString('en', { maximumFractionDigits: 1 })} of 5</span>}
        {preview && (
          <button
            type="button"
            className="found-preview"
            aria-label={`Preview ${name}`}
            aria-expanded={preview.isShown}
            onClick={preview.onToggle}
          >
            <Icon name={moreIcons.eye} small />
          </button>
        )}
      </p>
    </li>
  )
}

function Version({ row: { versions, here, state, name } }: { row: OfferRow }) {
  const newest = versions[0] ?? ''
  switch (state) {
    case 'new':
      return <span className="found-version dim">{newest}</span>
    case 'installed':
      return <span className="found-version dim">Installed {here?.version}</span>
    case 'update':
      return <b className="found-version dim tone-info">Update {newest}</b>
    case 'other':
      return <span className="found-version dim">Another {name} is here</span>
  }
}

/** The page of an installed skill, or of the installation or update of this one. */
export function hrefOf({ name, source, state }: OfferRow): string {
  if (state === 'installed') return `/console/skills/${name}`
  const asked = state === 'update' ? { update: name } : { source, name }
  return `/console/skill-sources/install?${new URLSearchParams(asked)}`
}

import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { CopyLink } from './copy-link.tsx'

interface RowActionsProps {
  /** The booking link. */
  address: string | undefined
  /** The seller at the booking link. */
  seller: string
  provider: string
}

/** The actions of an open row: a booking link if the provider sends one, and always Copy link. */
export function RowActions({ address, seller, provider }: RowActionsProps) {
  return (
    <div className="row-actions no-print">
      {address ? (
        <>
          <ButtonLink variant="accent" href={address} target="_blank" rel="noopener noreferrer">
            Continue with {seller}
            <Icon name="external" small />
            <span className="sr-only">(opens a new tab)</span>
          </ButtonLink>
          <CopyLink />
        </>
      ) : (
        <>
          <CopyLink isMain />
          <span className="row-hint">{provider} sends no booking link for this offer.</span>
        </>
      )}
    </div>
  )
}

import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { CopyLink } from './copy-link.tsx'

interface RowActionsProps {
  /** Where the offer is booked. */
  address: string | undefined
  /** Who sells it there. */
  seller: string
  provider: string
}

/** What an open row leads on to: the booking where the provider sends a link, and always a link to the row. */
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

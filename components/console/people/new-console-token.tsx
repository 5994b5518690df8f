import './people.css'
import { useEffect, useRef } from 'react'
import type { CreatedConsoleToken } from '#lib/platform/model/console-token.ts'
import { CopyButton } from '../../travel/results/copy-button.tsx'
import { Button } from '../../ui/button.tsx'

/** Shows a new token. It is not shown again later. */
export function NewConsoleToken({
  made: { name, token },
  onClose,
}: {
  made: CreatedConsoleToken
  onClose: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="person-link">
      <h3 ref={heading} tabIndex={-1}>
        The token {name}, shown only now
      </h3>
      <code className="mono person-link-text">{token}</code>
      <div className="action-row">
        <CopyButton isMain done="Token copied" otherwise="Select the token and copy it" text={() => token}>
          Copy token
        </CopyButton>
        <Button onClick={onClose}>Hide it</Button>
      </div>
    </div>
  )
}

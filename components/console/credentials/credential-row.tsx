import { useRef } from 'react'
import { expiryTone } from '#lib/console/client/console-time.ts'
import type { ConsoleCredential } from '#lib/console/model/console-credential.ts'
import { classes } from '../../ui/classes.ts'
import { useDone } from '../console-page.tsx'
import { Expiry } from '../expiry.tsx'
import { focusPage } from '../focus-page.ts'
import { Moment } from '../moment.tsx'
import { Status } from '../status.tsx'
import { moreOf, usesOf } from './credential-filters.ts'
import { DeleteCredential } from './delete-credential.tsx'
import { EditCredential } from './edit-credential.tsx'
import { kindText } from './kinds.ts'

interface CredentialRowProps {
  credential: ConsoleCredential
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

/** A credential; while open, it shows the forms to change and delete it. Closing focuses the credential's button. */
export function CredentialRow({ credential, isOpen, onToggle }: CredentialRowProps) {
  const say = useDone()
  const { name, use, hosts, value_exists, profiles, skills, last_used_at, updated_at, expires_at } = credential
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    onToggle(false)
    opener.current?.focus()
  }
  const used = usesOf(credential, ', ') || <span className="console-quiet">Not used</span>
  const expiry = expiryTone(expires_at)
  const named = [...profiles.map(({ description }) => `“${description}”`), ...skills, moreOf(credential)]
    .filter(Boolean)
    .join(', ')
  return (
    <>
      <tr className={classes(isOpen && 'is-open')}>
        <th scope="row" className="credential-name">
          {name}
          <div className="credential-brief is-narrow">
            <p>
              {kindText(use.kind)}
              {hosts.length > 0 && ` to ${hosts.join(', ')}`}
            </p>
            <p>{used}</p>
            {(expiry === 'soon' || expiry === 'past') && <Expiry at={expires_at} />}
          </div>
          {!value_exists && <Status icon="warn" tone="warn" text="Needs a value" />}
        </th>
        <td className="is-second">{kindText(use.kind)}</td>
        <td className="is-second console-mono">{hosts.join(' ') || <span className="console-quiet">None</span>}</td>
        <td className="credential-users-cell is-second">
          {used}
          {named !== '' && <small>{named}</small>}
        </td>
        <td>{last_used_at === null ? <span className="console-quiet">Never</span> : <Moment at={last_used_at} />}</td>
        <td className="is-third">
          <Moment at={updated_at} />
        </td>
        <td className="is-second">
          <Expiry at={expires_at} />
        </td>
        <td className="is-number">
          <button
            ref={opener}
            type="button"
            className="link"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Close' : 'Edit'} ${name}`}
            onClick={() => onToggle(!isOpen)}
          >
            {isOpen ? 'Close' : 'Edit'}
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr className="is-open is-panel">
          <td colSpan={8}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the row, as its button does. */}
            <div
              className="credential-panel"
              onKeyDown={(event) => {
                if (event.key === 'Escape') close()
              }}
            >
              <EditCredential
                credential={credential}
                onCancel={close}
                onDone={() => {
                  close()
                  say(`${name} was saved.`)
                }}
              />
              <DeleteCredential
                credential={credential}
                onDone={() => {
                  say(`${name} was deleted.`)
                  // The row is removed together with the pressed button.
                  focusPage()
                }}
              />
            </div>
          </td>
        </tr>
      )}
    </>
  )
}

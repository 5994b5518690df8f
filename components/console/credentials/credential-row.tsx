import { useRef } from 'react'
import { expiryTone } from '#lib/console/client/console-time.ts'
import type { ConsoleCredential } from '#lib/console/model/console-credential.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActionButton } from '../action-button.tsx'
import { useDone } from '../console-page.tsx'
import { Expiry } from '../expiry.tsx'
import { Failure } from '../failure.tsx'
import { focusPage } from '../focus-page.ts'
import { Moment } from '../moment.tsx'
import { Status } from '../status.tsx'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { CredentialFields } from './credential-fields.tsx'
import { moreOf, usesOf } from './credential-filters.ts'
import { DeleteCredential } from './delete-credential.tsx'
import { kindText } from './kinds.ts'
import { useCredentialForm } from './use-credential-form.ts'

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

interface EditCredentialProps {
  credential: ConsoleCredential
  onDone: () => void
  onCancel: () => void
}

/** Replaces the value or changes the fields. The form does not have the stored value: it never leaves the server. */
export function EditCredential({ credential, onDone, onCancel }: EditCredentialProps) {
  const { name, description, value_exists } = credential
  const { form, submit, error, isPending, takeOver, isOvertaken } = useCredentialForm({ stored: credential, onDone })
  const isExpired = expiryTone(credential.expires_at) === 'past'
  const replaces = form.watch('value') !== ''
  const used = usesOf(credential)
  const verb = value_exists ? 'Replace value' : 'Save value'
  return (
    <form className="console-form" onSubmit={(event) => void submit(event)} noValidate aria-label={`Edit ${name}`}>
      <div>
        <h3>{value_exists ? 'Replace value' : 'Enter the value'}</h3>
        <p className="quiet">
          {description !== '' && `${description.replace(/\.?$/, '.')} `}
          {!value_exists && 'It has no value yet, so nothing can use it.'}
          {value_exists &&
            (isExpired ? 'Its value has expired, so nothing uses it.' : 'The value in use is never shown.')}
        </p>
      </div>
      <CredentialFields form={form} id={name} hasValue={value_exists} />
      <TextField
        label="Description"
        hint="For operators."
        error={form.formState.errors.description?.message}
        {...form.register('description')}
      />
      {replaces && used !== '' && (
        <Notice tone="info">
          <b>{used} will get the new value at once.</b> What runs now keeps the old one until it ends.
        </Notice>
      )}
      {isOvertaken && <ChangedMeanwhile name={name} onTakeOver={takeOver} />}
      <Failure error={error}>Nothing was changed.</Failure>
      <div className="action-row">
        <ActionButton type="submit" variant="accent" isOff={isPending}>
          {isPending ? 'Saving …' : replaces ? verb : 'Save changes'}
        </ActionButton>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

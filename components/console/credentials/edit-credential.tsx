import { expiryTone } from '#lib/console/client/console-time.ts'
import type { ConsoleCredential } from '#lib/console/model/console-credential.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActionButton } from '../action-button.tsx'
import { Failure } from '../failure.tsx'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { CredentialFields } from './credential-fields.tsx'
import { usesOf } from './credential-filters.ts'
import { useCredentialForm } from './use-credential-form.ts'

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

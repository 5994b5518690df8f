import { expiryTone } from '#lib/console/client/console-time.ts'
import type { ConsoleCredential } from '#lib/console/model/console-credential.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConsoleForm } from '../console-form.tsx'
import { useDone } from '../console-page.tsx'
import { focusPage } from '../focus-page.ts'
import { ChangedMeanwhile, CredentialFields } from './credential-fields.tsx'
import { usesOf } from './credential-filters.ts'
import { DeleteCredential } from './delete-credential.tsx'
import { useCredentialForm } from './use-credential-form.ts'

/** The forms that change and delete a credential. */
export function CredentialPanel({ credential, onClose }: { credential: ConsoleCredential; onClose: () => void }) {
  const say = useDone()
  const { name } = credential
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the row, as its button does.
    <div
      className="credential-panel"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <EditCredential
        credential={credential}
        onCancel={onClose}
        onDone={() => {
          onClose()
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
    <ConsoleForm
      label={`Edit ${name}`}
      onSubmit={submit}
      submit={[replaces ? verb : 'Save changes', 'Saving …']}
      isBusy={isPending}
      error={error}
      failure="Nothing was changed."
      onCancel={onCancel}
    >
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
    </ConsoleForm>
  )
}

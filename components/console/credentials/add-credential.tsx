import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActionButton } from '../action-button.tsx'
import { Failure } from '../failure.tsx'
import { CredentialFields } from './credential-fields.tsx'
import { useCredentialForm } from './use-credential-form.ts'

/** The form of a new credential. `onDone` gets the credential's name. */
export function AddCredential({ onDone, onCancel }: { onDone: (name: string) => void; onCancel: () => void }) {
  const { form, submit, error, isPending } = useCredentialForm({ stored: null, onDone })
  useEffect(() => form.setFocus('name'), [form])
  return (
    <section className="console-box" aria-label="Add credential">
      <h2>Add credential</h2>
      <form className="console-form" onSubmit={(event) => void submit(event)} noValidate>
        <div className="console-fields">
          <TextField
            label="Name"
            placeholder="REPORTS_API_KEY"
            hint="Scripts and skills ask for it by this name. It cannot be changed."
            className="field-input mono"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            error={form.formState.errors.name?.message}
            {...form.register('name')}
          />
          <TextField
            label="Description"
            hint="For operators."
            error={form.formState.errors.description?.message}
            {...form.register('description')}
          />
        </div>
        <CredentialFields form={form} id="new" />
        <Failure error={error}>The credential was not added.</Failure>
        <div className="action-row">
          <ActionButton type="submit" variant="accent" isOff={isPending}>
            {isPending ? 'Adding …' : 'Add credential'}
          </ActionButton>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </form>
    </section>
  )
}

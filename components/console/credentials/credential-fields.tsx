import type { UseFormReturn } from 'react-hook-form'
import type { CredentialField, CredentialFormValues } from '#lib/console/client/credential-form.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SecretField } from '../console-form.tsx'
import { Segment } from '../segment.tsx'
import { kinds, valueLabels } from './kinds.ts'

interface CredentialFieldsProps {
  form: UseFormReturn<CredentialFormValues>
  /** Distinguishes the radio buttons of this form from those of other forms on the page. */
  id: string
  /** Whether a value is already stored. The stored value stays unless the operator types a new one. */
  hasValue?: boolean
  /** Hosts to choose from. */
  suggestedHosts?: readonly string[]
}

/** Kind, value, hosts and expiry of a credential: only the fields that the kind needs. */
export function CredentialFields({ form, id, hasValue = false, suggestedHosts = [] }: CredentialFieldsProps) {
  const kind = form.watch('kind')
  const field = (name: CredentialField) => ({
    ...form.register(name),
    error: form.formState.errors[name]?.message,
  })
  const text = { className: 'field-input mono', autoComplete: 'off', autoCapitalize: 'off', spellCheck: false }
  const value = {
    label: valueLabels[kind],
    placeholder: hasValue ? 'Leave empty to keep the value' : 'Not set yet',
    ...field('value'),
  }
  return (
    <div className="console-fields">
      <div className="is-wide">
        <Segment
          label="Kind: how the gateway uses the value"
          name={`kind-${id}`}
          value={kind}
          options={kinds}
          onChange={(next) => form.setValue('kind', next, { shouldValidate: form.formState.isSubmitted })}
        />
        <p className="field-hint">{kinds.find((one) => one.value === kind)?.what}</p>
      </div>
      {kind === 'basic' && <TextField label="User name" {...text} {...field('username')} />}
      {kind === 'header' && <TextField label="Header name" placeholder="X-Api-Key" {...text} {...field('header')} />}
      {kind === 'query' && <TextField label="Parameter name" placeholder="api_key" {...text} {...field('parameter')} />}
      {kind === 'oauth2' && <TextField label="Client id" {...text} {...field('client_id')} />}
      {kind === 'setting' ? <TextField {...text} {...value} /> : <SecretField {...value} />}
      {kind === 'oauth2' && (
        <div className="is-wide">
          <TextField
            label="Token address"
            placeholder="https://auth.example.com/oauth2/token"
            {...text}
            {...field('token_url')}
          />
        </div>
      )}
      {kind !== 'setting' && (
        <TextField
          label="Hosts it may go to"
          placeholder="api.example.com"
          hint={
            suggestedHosts.length > 1
              ? `Only those that need it. The profile asks for ${suggestedHosts.join(', ')}.`
              : 'Several: separate them with spaces.'
          }
          {...text}
          {...field('hosts')}
        />
      )}
      <TextField label="Expires" type="date" hint="The last day. Empty: never." {...field('expires')} />
    </div>
  )
}

interface ChangedMeanwhileProps {
  name: string
  onTakeOver: () => void
}

/** Tells the operator who fills in the form of a credential that somebody else has changed the credential. */
export function ChangedMeanwhile({ name, onTakeOver }: ChangedMeanwhileProps) {
  return (
    <Notice tone="warn" role="status">
      <div className="console-notice-stack">
        <p>
          <b>{name} was changed meanwhile.</b> Take over the change before you save. It replaces only the fields that
          were changed; the rest of what you typed stays.
        </p>
        <Button size="sm" onClick={onTakeOver}>
          Take over the change
        </Button>
      </div>
    </Notice>
  )
}

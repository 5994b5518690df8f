import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ConsoleError } from '#lib/console/client/call-console.ts'
import {
  type CredentialChange,
  type CredentialFormValues,
  type CredentialInput,
  changeOf,
  credentialOf,
  credentialResolver,
  emptyCredential,
  fieldNames,
  fieldOf,
  type StoredCredential,
  valuesOf,
} from '#lib/console/client/credential-form.ts'
import { sentenceOf } from '#lib/console/client/mark-refused.ts'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import { CredentialView } from '#lib/platform/model/credential-schema.ts'
import { useZone } from '../frame/zone.tsx'

type Options = {
  /** The newest stored credential. Null: there is none yet. */
  readonly stored: StoredCredential | null
  /** The fields of a new credential that are already known. */
  readonly known?: Partial<CredentialFormValues>
  readonly needsValue?: boolean
  /** The credential with this name was saved. */
  readonly onDone: (name: string) => void
}

/**
 * The form of one credential, which it creates or changes. Shows each problem of a refused request at its field.
 *
 * While the operator types, the form stays with the credential that it began with, `seen`, even if others change the
 * stored one: `takeOver` then replaces the fields that others changed, and only these. A form in which nothing is typed
 * takes over at once.
 */
export function useCredentialForm({ stored, known, needsValue = false, onDone }: Options) {
  const [seen, setSeen] = useState(stored)
  // The zone in which the operator began to type.
  const [zone] = useState(useZone().zone)
  const textsOf = (credential: StoredCredential | null): CredentialFormValues =>
    credential === null ? { ...emptyCredential, ...known } : valuesOf(credential, zone)
  const before = textsOf(seen)
  const form = useForm<CredentialFormValues>({
    resolver: credentialResolver({ stored: seen, needsValue, zone }),
    defaultValues: before,
  })
  const typed = form.watch()
  const isOutdated = stored?.updated_at !== seen?.updated_at
  const isTyped = fieldNames.some((name) => typed[name] !== before[name])
  const follow = () => {
    const now = textsOf(stored)
    const shouldValidate = form.formState.isSubmitted
    for (const name of fieldNames) if (now[name] !== before[name]) form.setValue(name, now[name], { shouldValidate })
    setSeen(stored)
  }
  useEffect(() => {
    if (isOutdated && !isTyped) follow()
  })
  const takeOver = () => {
    follow()
    // The pressed button disappears.
    form.setFocus('value')
  }
  const showRefusal = ({ details }: ConsoleError) => {
    for (const [path, message] of Object.entries(details)) {
      form.setError(fieldOf(path), { type: 'refused', message: sentenceOf(message) })
    }
  }
  const create = useConsoleChange(CredentialView, (_: CredentialInput) => '/credentials')
  const change = useConsoleChange(CredentialView, (_: CredentialChange) => `/credentials/${seen?.name}`, {
    method: 'PATCH',
  })
  const { error, isPending } = seen === null ? create : change
  const submit = form.handleSubmit((values) => {
    const done = { onSuccess: ({ name }: { name: string }) => onDone(name), onError: showRefusal }
    if (seen === null) create.mutate(credentialOf(values, zone), done)
    else change.mutate(changeOf(values, seen, zone), done)
  })
  return { form, submit, error, isPending, takeOver, isOvertaken: isOutdated && isTyped }
}

import { type DefaultValues, useForm } from 'react-hook-form'
import type { ConsoleError } from '#lib/client/console/call-console.ts'
import {
  type CredentialFormValues,
  credentialResolver,
  emptyCredential,
  fieldOf,
  sentenceOf,
} from '#lib/client/console/credential-form.ts'

type Options = Parameters<typeof credentialResolver>[0] & { readonly values?: DefaultValues<CredentialFormValues> }

/** The form of one credential. Shows each problem of a refused request at its field. */
export function useCredentialForm({ values, ...checks }: Options) {
  const form = useForm<CredentialFormValues>({
    resolver: credentialResolver(checks),
    defaultValues: { ...emptyCredential, ...values },
  })
  const showRefusal = ({ details }: ConsoleError) => {
    for (const [path, message] of Object.entries(details)) {
      form.setError(fieldOf(path), { type: 'refused', message: sentenceOf(message) })
    }
  }
  return { form, showRefusal }
}

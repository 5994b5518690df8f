import type { CredentialUse } from '#lib/platform/model/credential-schema.ts'

type Kind = CredentialUse['kind']

/** The kinds in the order of their radio buttons. */
export const kinds: readonly { readonly value: Kind; readonly text: string; readonly what: string }[] = [
  { value: 'bearer', text: 'Bearer', what: 'The gateway adds “Authorization: Bearer” with the value to each request.' },
  { value: 'basic', text: 'Basic', what: 'The gateway adds user name and password to each request.' },
  { value: 'header', text: 'Header', what: 'The gateway adds the value in a header that you name.' },
  { value: 'query', text: 'Query', what: 'The gateway adds the value as a query parameter that you name.' },
  {
    value: 'oauth2',
    text: 'OAuth2',
    what: 'The gateway gets access tokens with client id and secret, and renews them.',
  },
  {
    value: 'plain',
    text: 'Plain',
    what: 'The script puts a placeholder where the value belongs; the gateway swaps it.',
  },
  { value: 'setting', text: 'Setting', what: 'No secret, such as a base address: scripts read the value.' },
]

export const kindText = (kind: string): string => kinds.find(({ value }) => value === kind)?.text ?? kind

/** The label of the value's field, by kind. */
export const valueLabels: Readonly<Record<Kind, string>> = {
  bearer: 'Token',
  basic: 'Password',
  header: 'Value',
  query: 'Value',
  oauth2: 'Client secret',
  plain: 'Value',
  setting: 'Value',
}

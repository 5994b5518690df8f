import { end, operationOf, rejected } from './operation.ts'

export const secretsOperations = {
  /**
   * Checks whether a secret may be used. The answer is null: the sandbox already has the placeholder, and the journal
   * does not need it.
   */
  'secrets.get': operationOf('secrets.get', {
    barred({ session, withheldSecrets, denied }, args) {
      const name = args?.name ?? ''
      if (Object.hasOwn(session.placeholders, name)) return undefined
      if (!withheldSecrets.includes(name))
        return end('CAPABILITY_DENIED', `undeclared secret ${JSON.stringify(name)}`, 'secrets')
      denied('secrets', name)
      return rejected('CapabilityRevoked', `The secret ${name} was withheld`)
    },
    open: () => () => ({ kind: 'value', value: null }),
  }),
}

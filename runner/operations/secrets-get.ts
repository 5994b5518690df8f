import { SecretArgs } from '../contract/host-calls.ts'
import { end, type HostOperation, ordinary, rejected } from './operation.ts'

/**
 * Checks whether a secret may be used. The answer is null: the sandbox already has the placeholder, and the journal
 * does not need it.
 */
export const secretsGetOperation: HostOperation = {
  ...ordinary,
  isAwaited: false,
  open:
    ({ session, withheldSecrets, denied }) =>
    (args) => {
      const name = SecretArgs.safeParse(args).data?.name ?? ''
      if (Object.hasOwn(session.placeholders, name)) return { kind: 'value', value: null }
      if (withheldSecrets.includes(name)) {
        denied('secrets', name)
        return rejected('CapabilityRevoked', `The secret ${name} was withheld`)
      }
      return end('CAPABILITY_DENIED', `undeclared secret ${JSON.stringify(name)}`, 'secrets')
    },
}

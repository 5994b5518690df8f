import { SecretArgs } from '../contract/host-calls.ts'
import { end, type HostOperation, ordinary, rejected } from './operation.ts'

/** Whether a secret may be used. The answer is null: its placeholder is in the sandbox already, and in no journal. */
export const secretsGetOperation: HostOperation = {
  ...ordinary,
  isAwaited: false,
  open:
    ({ session, withheldSecrets }) =>
    (args) => {
      const name = SecretArgs.safeParse(args).data?.name ?? ''
      if (Object.hasOwn(session.placeholders, name)) return { kind: 'value', value: null }
      if (withheldSecrets.includes(name)) return rejected('CapabilityRevoked', `The secret ${name} was withheld`)
      return end('CAPABILITY_DENIED', `undeclared secret ${JSON.stringify(name)}`)
    },
}

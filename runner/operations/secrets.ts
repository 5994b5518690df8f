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

export const settingsOperations = {
  /** Returns the value of a setting, or the placeholder of a secret. */
  'settings.get': operationOf('settings.get', {
    open:
      ({ session, withheldSecrets, denied }) =>
      ({ name }) => {
        const placeholder = Object.hasOwn(session.placeholders, name) ? session.placeholders[name] : undefined
        if (placeholder !== undefined) return { kind: 'value', value: placeholder }
        if (withheldSecrets.includes(name)) {
          denied('secrets', name)
          return rejected('CapabilityRevoked', `The setting ${name} was withheld`)
        }
        const asked = session.redact.text(JSON.stringify(name))
        return rejected('RangeError', `There is no setting ${asked}; settings.keys() lists the settings`)
      },
  }),

  /** The names of all settings, sorted. */
  'settings.keys': operationOf('settings.keys', {
    open:
      ({ session }) =>
      () => ({ kind: 'value', value: Object.keys(session.placeholders).sort() }),
  }),
}

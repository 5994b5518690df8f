import { SettingArgs, SettingKeysArgs } from '../contract/host-calls.ts'
import { type HostOperation, ordinary, rejected } from './operation.ts'

/** Returns the value of a setting, or the placeholder of a secret. */
export const settingsGetOperation: HostOperation = {
  ...ordinary,
  open:
    ({ session, withheldSecrets, denied }) =>
    (args) => {
      const parsed = SettingArgs.safeParse(args)
      if (!parsed.success) return rejected('TypeError', 'settings.get: expects the name of a setting')
      const { name } = parsed.data
      const placeholder = Object.hasOwn(session.placeholders, name) ? session.placeholders[name] : undefined
      if (placeholder !== undefined) return { kind: 'value', value: placeholder }
      if (withheldSecrets.includes(name)) {
        denied('secrets', name)
        return rejected('CapabilityRevoked', `The setting ${name} was withheld`)
      }
      const asked = session.redact.text(JSON.stringify(name))
      return rejected('RangeError', `There is no setting ${asked}; settings.keys() lists the settings`)
    },
}

/** The names of all settings, sorted. */
export const settingsKeysOperation: HostOperation = {
  ...ordinary,
  open:
    ({ session }) =>
    (args) =>
      SettingKeysArgs.safeParse(args).success
        ? { kind: 'value', value: Object.keys(session.placeholders).sort() }
        : rejected('TypeError', 'settings.keys: takes no arguments'),
}

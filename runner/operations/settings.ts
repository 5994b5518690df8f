import { SettingArgs, SettingKeysArgs } from '../contract/host-calls.ts'
import { type HostOperation, ordinary, rejected } from './operation.ts'

/** The value of a setting, for a secret its placeholder. */
export const settingsGetOperation: HostOperation = {
  ...ordinary,
  open:
    ({ session, withheldSecrets }) =>
    (args) => {
      const parsed = SettingArgs.safeParse(args)
      if (!parsed.success) return rejected('TypeError', 'settings.get: takes the name of a setting')
      const { name } = parsed.data
      const placeholder = Object.hasOwn(session.placeholders, name) ? session.placeholders[name] : undefined
      if (placeholder !== undefined) return { kind: 'value', value: placeholder }
      return withheldSecrets.includes(name)
        ? rejected('CapabilityRevoked', `The setting ${name} was withheld`)
        : rejected(
            'RangeError',
            `There is no setting ${JSON.stringify(name)}; settings.keys() has those that there are`,
          )
    },
}

/** The names of all settings that there are, in order. */
export const settingsKeysOperation: HostOperation = {
  ...ordinary,
  open:
    ({ session }) =>
    (args) =>
      SettingKeysArgs.safeParse(args).success
        ? { kind: 'value', value: Object.keys(session.placeholders).sort() }
        : rejected('TypeError', 'settings.keys: takes no arguments'),
}

import { type Given, isShown, isVariable, remedies, type Variable, type Variables } from './variables.ts'

/**
 * A setting as the operator may see it. `value`: null if it is unset, or if it may contain a secret. `from`: where the
 * value comes from.
 */
export type SettingInEffect = {
  readonly name: string
  readonly value: string | null
  readonly from: 'environment' | 'default' | 'unset'
  readonly isSecret: boolean
}

/** Every setting, with its default if it is unset. */
export const settingsInEffect = (given: Given, values: Variables): readonly SettingInEffect[] =>
  Object.keys(remedies)
    .filter(isVariable)
    .map((name) => settingOf(name, given[name], values[name]))

/** A value without the user and password in its URLs: such a URL is no setting for secrets, and may hold one. */
const withoutUsers = (text: string) => text.replaceAll(/:\/\/[^\s/?#"]*@/g, '://…@')

function settingOf(name: Variable, text: string | undefined, parsed: unknown): SettingInEffect {
  const isSecret = !isShown(name)
  if (text !== undefined) return { name, value: isSecret ? null : withoutUsers(text), from: 'environment', isSecret }
  if (parsed === undefined) return { name, value: null, from: 'unset', isSecret }
  return { name, value: isSecret ? null : String(parsed), from: 'default', isSecret }
}

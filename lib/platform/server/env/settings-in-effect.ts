import { type Given, isVariable, remedies, type Variable, type Variables } from './variables.ts'

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

/** The settings whose values are no secrets. Any other setting, also a new one, may contain a secret. */
const shown: ReadonlySet<string> = new Set([
  'TRAVEL_DATA_DIR',
  'TRAVEL_CONFIG',
  'HOST',
  'PORT',
  'NEXTAUTH_URL',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_NAME',
  'OIDC_HOSTS',
  'TRAVEL_UPSTREAMS',
  'TRAVEL_CREDENTIALS',
  'LOG_LEVEL',
  'TRAVEL_ROLE',
  'TRAVEL_WORKERS',
  'TRAVEL_DRAIN_SECONDS',
  'TRAVEL_PYTHON_PACKAGES',
  'TRAVEL_CONTAINER_RUNTIME',
  'DOCKER_HOST',
  'TRAVEL_CONTAINER_SUBNETS',
  'TRAVEL_CONTAINERS',
  'TRAVEL_CONTAINER_MEMORY_MB',
  'TRAVEL_BASE_IMAGE',
  'TRAVEL_EXECUTION_DAYS',
  'TRAVEL_JOURNAL_DAYS',
  'TRAVEL_JOURNAL_MB',
  'TRAVEL_TRUST_PROXY',
  'TRAVEL_SAVED_SEARCHES_PER_HOUR',
  'TRAVEL_SAMPLE',
  'TRAVEL_OPEN_PROFILES',
  'TRAVEL_UNLOCKED_PROFILE_DAYS',
  'TRAVEL_AGENT_AUTH',
  'TRAVEL_AUDIT_HEAD_FILE',
  'TRAVEL_BACKUP_RECIPIENT',
  'TRAVEL_FILES_DIR',
  'TRAVEL_CALENDAR_TIME_ZONE',
  'OPERATOR_NAME',
  'TRAVEL_MESSAGE_CHANNEL',
  'TRAVEL_OPERATOR_ALERTS',
  'TRAVEL_SMTP_FROM',
  'TRAVEL_PUSH_HOSTS',
  'TRAVEL_LLM_URL',
  'TRAVEL_LLM_MODEL',
  'TRAVEL_LLM_CREDENTIAL',
  'TRAVEL_SECOND_OPINION',
  'TRAVEL_REALTIME_MODEL',
  'TRAVEL_REALTIME_URL',
  'TRAVEL_REALTIME_CREDENTIAL',
] satisfies readonly Variable[])

/** Every setting, with its default if it is unset. */
export const settingsInEffect = (given: Given, values: Variables): readonly SettingInEffect[] =>
  Object.keys(remedies)
    .filter(isVariable)
    .map((name) => settingOf(name, given[name], values[name]))

/** A value without the user and password in its URLs: such a URL is no setting for secrets, and may hold one. */
const withoutUsers = (text: string) => text.replaceAll(/:\/\/[^\s/?#"]*@/g, '://…@')

function settingOf(name: Variable, text: string | undefined, parsed: unknown): SettingInEffect {
  const isSecret = !shown.has(name)
  if (text !== undefined) return { name, value: isSecret ? null : withoutUsers(text), from: 'environment', isSecret }
  if (parsed === undefined) return { name, value: null, from: 'unset', isSecret }
  return { name, value: isSecret ? null : String(parsed), from: 'default', isSecret }
}

import type { AuditTopic } from '#lib/console/model/console-audit.ts'

export const topicNames: Readonly<Record<AuditTopic, string>> = {
  decisions: 'All decisions',
  executions: 'All executions',
  credential: 'Credentials',
  vault: 'Key ring',
  profile: 'Profiles',
  proposal: 'Proposals',
  skill: 'Skills: switched, refused',
  release: 'Releases',
  permission: 'Permissions',
  confirmation: 'Confirmations',
  message: 'Messages to the operator',
  agent_key: 'Agent keys',
  console_token: 'Tokens for scripts',
  user: 'Accounts',
  operator: 'Operator rights',
  audit_trail: 'The trail itself',
  limit: 'Limits of starts',
  backup: 'Backups, exports, imports',
  tunnel: 'Tunnels',
  app: 'Starts of the app',
}

/** "Profile token read" for `profile.token_read`. */
export function actionText(action: string): string {
  const words = action.replace(/[._]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The console page of a subject, if there is one. */
export function pageOf(action: string, subject: string): string | undefined {
  if (/^exec_\w{1,64}$/.test(subject)) return `/console/executions/${subject}`
  if (/^prof_\w{1,64}$/.test(subject)) return `/console/profiles/${subject}`
  // Scripts are recorded as a skill with the name `script`, which has no page.
  const isSkill =
    /^(skill|release|permission)\./.test(action) && /^[a-z0-9-]{1,64}$/.test(subject) && subject !== 'script'
  return isSkill ? `/console/skills/${subject}` : undefined
}

const maxFields = 8
/** The longest value shown, in characters. */
const longestValue = 40

/** The first fields of a row's detail, such as "skill: flight-search". Of a truncated detail, the beginning as it is. */
export function detailOf(detail: string): readonly (readonly [string, string])[] {
  try {
    const fields: unknown = JSON.parse(detail)
    return Object.entries(Object(fields))
      .slice(0, maxFields)
      .map(([name, value]) => [name, shortText(value)])
  } catch {
    return [['', `${detail} … The rest is too long to show.`]]
  }
}

const digest = /^[0-9a-f]{64}$/
/** The shown part of a digest, in characters: enough to tell digests apart. */
const shownOfDigest = 12

const shortText = (value: unknown): string => {
  const isList = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
  const text = isList ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)
  if (digest.test(text)) return `${text.slice(0, shownOfDigest)} …`
  return text.length > longestValue ? `${text.slice(0, longestValue)} …` : text
}

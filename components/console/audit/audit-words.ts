import type { AuditTopic } from '#lib/shared/console-audit.ts'
import { sourceText } from '../source-text.ts'

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
  agent_key: 'Agent keys',
  user: 'Accounts',
  operator: 'Operator rights',
  audit_trail: 'The trail itself',
}

/** "Profile token read" for `profile.token_read`. */
export function actionText(action: string): string {
  const words = action.replace(/[._]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Who it was without an account. */
export function callerText(source: string): string {
  if (source === 'main') return 'The app or a command'
  return source === 'dm-unknown' ? 'An agent' : sourceText(source)
}

/** The console's page of a subject. Undefined: it has none. */
export function pageOf(action: string, subject: string): string | undefined {
  if (/^exec_\w{1,64}$/.test(subject)) return `/console/executions/${subject}`
  if (/^prof_\w{1,64}$/.test(subject)) return `/console/profiles/${subject}`
  const isSkill = /^(skill|release|permission)\./.test(action) && /^[a-z0-9-]{1,64}$/.test(subject)
  return isSkill ? `/console/skills/${subject}` : undefined
}

/** The fields of a row's detail: "skill: flight-search". A detail that was cut is shown as it is. */
export function detailOf(detail: string): readonly (readonly [string, string])[] {
  try {
    const fields: unknown = JSON.parse(detail)
    return Object.entries(Object(fields)).map(([name, value]) => [name, shortText(value)])
  } catch {
    return [['', detail]]
  }
}

const shortText = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)} …` : text
}

import type { IconName } from '../ui/icon.tsx'

/** The console's pages. `also`: other pages that belong to it. */
export const consoleLinks: readonly { href: string; icon: IconName; text: string; also?: string }[] = [
  { href: '/console', icon: 'grid', text: 'Overview' },
  { href: '/console/executions', icon: 'list', text: 'Executions' },
  { href: '/console/skills', icon: 'code', text: 'Skills', also: '/console/skill-sources' },
  { href: '/console/profiles', icon: 'agent', text: 'Profiles' },
  { href: '/console/credentials', icon: 'key', text: 'Credentials' },
  { href: '/console/agents', icon: 'bot', text: 'Agent keys' },
  { href: '/console/messages', icon: 'message', text: 'Messages' },
  { href: '/console/audit', icon: 'file', text: 'Audit log' },
]

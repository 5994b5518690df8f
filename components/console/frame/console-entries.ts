import type { ConsoleCounts } from '#lib/console/model/console-overview.ts'
import type { IconName } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'

export interface ConsoleEntry {
  href: string
  icon: IconName
  text: string
  /** The path of other pages that belong to it. */
  also?: string
  /** The number beside it, and the words that follow the number. `isCall`: someone waits for the operator. */
  count?: { of: keyof ConsoleCounts; words: string; isCall?: boolean }
}

/** The console's pages in the order of the side bar. A new page has a line here and in e2e/http/console.spec.ts. */
export const consoleEntries: readonly ConsoleEntry[] = [
  {
    href: '/console',
    icon: 'grid',
    text: 'Overview',
    count: { of: 'tasks', words: 'waiting for you', isCall: true },
  },
  {
    href: '/console/executions',
    icon: 'list',
    text: 'Executions',
    count: { of: 'executions', words: 'in 24 hours' },
  },
  {
    href: '/console/skills',
    icon: moreIcons.code,
    text: 'Skills',
    also: '/console/skill-sources',
    count: { of: 'skills', words: 'installed' },
  },
  { href: '/console/profiles', icon: moreIcons.agent, text: 'Profiles', count: { of: 'profiles', words: 'in force' } },
  {
    href: '/console/credentials',
    icon: moreIcons.key,
    text: 'Credentials',
    count: { of: 'credentials', words: 'stored' },
  },
  { href: '/console/agents', icon: moreIcons.bot, text: 'Agent keys', count: { of: 'agent_keys', words: 'in force' } },
  { href: '/console/people', icon: 'person', text: 'People' },
  {
    href: '/console/messages',
    icon: moreIcons.message,
    text: 'Messages',
    count: { of: 'messages', words: 'not read', isCall: true },
  },
  { href: '/console/backups', icon: moreIcons.save, text: 'Backups' },
  { href: '/console/audit', icon: moreIcons.file, text: 'Audit log' },
  { href: '/console/cost', icon: moreIcons.fuel, text: 'Cost' },
  { href: '/console/system', icon: moreIcons.shield, text: 'System' },
]

import type { ExecutionRow } from '#lib/console/model/console-executions.ts'
import type { ConsoleHit, ConsoleSearch } from '#lib/console/model/console-search.ts'
import type { IconName } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { lookOf } from '../executions/execution-words.ts'
import { consoleEntries } from '../frame/console-entries.ts'
import { shortId } from '../short-id.ts'

type FoundItem = {
  readonly href: string
  readonly icon: IconName
  readonly title: string
  readonly note: string
}
type FoundGroup = { readonly title: string; readonly items: readonly FoundItem[] }

const kinds: Readonly<
  Record<ConsoleHit['kind'], readonly [title: string, icon: IconName, page: (id: string) => string]>
> = {
  skill: ['Skills', moreIcons.code, (id) => `/console/skills/${id}`],
  profile: ['Profiles', moreIcons.agent, (id) => `/console/profiles/${id}`],
  credential: ['Credentials', moreIcons.key, (id) => `/console/credentials?${new URLSearchParams({ text: id })}`],
  agent_key: ['Agent keys', moreIcons.bot, (id) => `/console/agents/${encodeURIComponent(id)}`],
  person: ['People', 'person', (id) => `/console/people?${new URLSearchParams({ text: id })}`],
}

/** What a text finds, in groups: pages first, because they are known before the server answers. Empty groups are left out. */
export function foundGroups(text: string, found: ConsoleSearch | undefined): readonly FoundGroup[] {
  const asked = text.trim().toLowerCase()
  const pages = consoleEntries
    .filter((link) => link.text.toLowerCase().includes(asked))
    .map(({ href, icon, text: title }) => ({ href, icon, title, note: '' }))
  const hits = Object.entries(kinds).map(([kind, [title, icon, page]]) => ({
    title,
    items: (found?.hits ?? [])
      .filter((hit) => hit.kind === kind)
      .map(({ id, title: name, note }) => ({ href: page(id), icon, title: name, note })),
  }))
  const executions = (found?.executions ?? []).map(itemOf)
  const all = {
    href: `/console/executions?${new URLSearchParams({ text: text.trim() })}`,
    icon: 'list',
    note: '',
  } as const
  const more = executions.length > 0 ? [{ ...all, title: 'All executions with this text' }] : []
  return [{ title: 'Pages', items: pages }, ...hits, { title: 'Executions', items: [...executions, ...more] }].filter(
    ({ items }) => items.length > 0,
  )
}

const itemOf = (execution: ExecutionRow): FoundItem => ({
  href: `/console/executions/${execution.id}`,
  icon: lookOf(execution).icon,
  title: `${execution.skill}: ${execution.summary}`,
  note: `${lookOf(execution).text}, ${shortId(execution.id)}`,
})

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { SearchField } from 'react-aria-components/SearchField'
import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import type { ExecutionRow } from '#lib/console/model/console-executions.ts'
import type { ConsoleHit } from '#lib/console/model/console-search.ts'
import { ConsoleSearch } from '#lib/console/model/console-search.ts'
import { leaveBy } from '#lib/platform/client/use-back-closes.ts'
import { counted } from '#lib/platform/model/counted.ts'
import type { IconName } from '../../ui/icon.tsx'
import { Icon } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { lookOf } from '../executions/execution-words.ts'
import { consoleEntries } from '../frame/console-entries.ts'
import { shortId } from '../short-id.ts'
import { ConsoleDialog } from './console-dialog.tsx'

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
function foundGroups(text: string, found: ConsoleSearch | undefined): readonly FoundGroup[] {
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

/** A pause in typing after which the server is asked. */
const pauseMs = 120

/** Searches pages, skills, profiles, credentials, agent keys, people and executions. Enter opens the marked one. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const query = useConsoleQuery(ConsoleSearch, `/search?${new URLSearchParams({ text: asked })}`, {
    isAsked: asked !== '',
    keepsPrevious: true,
  })
  const groups = foundGroups(text, text.trim() === '' ? undefined : query.data)
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  const isSettled = text.trim() === asked && !query.isFetching
  return (
    <ConsoleDialog label="Search the console" onClose={onClose}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <SearchField className="console-search-field" aria-label="Search the console" autoFocus>
          <Icon name="search" />
          <Input placeholder="An id, a route, a skill, a profile, a page …" maxLength={200} spellCheck={false} />
        </SearchField>
        <ListBox
          className="console-found"
          aria-label="Found"
          items={groups}
          onAction={(href) => {
            onClose()
            leaveBy(router, String(href))
          }}
          renderEmptyState={() => (isSettled && !query.error ? 'Nothing has this text.' : '')}
        >
          {({ title, items }) => (
            <ListBoxSection id={title}>
              <Header>{title}</Header>
              {items.map(({ href, icon, title: name, note }) => (
                <ListBoxItem key={href} id={href} textValue={name} className="console-found-item">
                  <Icon name={icon} small />
                  <b>{name}</b>
                  <span>{note}</span>
                </ListBoxItem>
              ))}
            </ListBoxSection>
          )}
        </ListBox>
      </Autocomplete>
      {query.error && (
        <p className="console-found-note" role="alert">
          The search failed. {query.error.message}
        </p>
      )}
      <p className="sr-only" role="status">
        {isSettled && counted(count, 'result')}
      </p>
    </ConsoleDialog>
  )
}

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { SearchField } from 'react-aria-components/SearchField'
import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import { ConsoleSearch } from '#lib/console/model/console-search.ts'
import { leaveBy } from '#lib/platform/client/use-back-closes.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Icon } from '../../ui/icon.tsx'
import { ConsoleDialog } from './console-dialog.tsx'
import { foundGroups } from './found-items.ts'

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

'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { useConsoleQuery } from '#lib/console/client/use-console.ts'
import { PeoplePage as Page } from '#lib/console/model/console-people.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConsoleBox, ConsolePage, type DoneNote } from '../console-page.tsx'
import { Pager } from '../pager.tsx'
import { QueryState } from '../query-state.tsx'
import { ConsoleTokens } from './console-tokens.tsx'
import { PersonTable } from './person-table.tsx'

const all = { href: '/console/people', text: 'Show everybody' }

/** Who has an account and who operates this app, and the tokens of scripts. */
export function PeoplePage() {
  const search = useSearchParams()
  const query = useConsoleQuery(Page, search.size === 0 ? '/people' : `/people?${search}`, { keepsPrevious: true })
  const [done, setDone] = useState<DoneNote>('')
  const text = search.get('text') ?? ''
  return (
    <ConsolePage
      title="People"
      note="Everybody with an account. Operators may do everything in this console; guests are not listed."
      done={done}
      onDone={setDone}
    >
      <Find key={text} text={text} />
      <QueryState query={query} name="People" wayOut={all}>
        {({ people, next }) => (
          <>
            <ConsoleBox title="Accounts">
              {people.length === 0 ? (
                <p className="console-empty">
                  {text === '' ? 'Nobody has an account yet.' : 'No name or address contains this text.'}
                </p>
              ) : (
                <PersonTable people={people} />
              )}
            </ConsoleBox>
            <Pager query={new URLSearchParams(search)} next={next} />
          </>
        )}
      </QueryState>
      <ConsoleTokens />
    </ConsolePage>
  )
}

/** Finds accounts by a part of the name or the address. The text is in the URL. */
function Find({ text }: { text: string }) {
  const router = useRouter()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entered = String(new FormData(event.currentTarget).get('text') ?? '').trim()
    router.push(entered === '' ? all.href : `${all.href}?${new URLSearchParams({ text: entered })}`, { scroll: false })
  }
  return (
    <search>
      <form className="console-filters" onSubmit={submit}>
        <div className="console-filter">
          <label htmlFor="people-text">Name or address</label>
          <input id="people-text" name="text" type="search" maxLength={200} autoComplete="off" defaultValue={text} />
        </div>
        <Button type="submit" size="sm">
          Find
        </Button>
        {text !== '' && (
          <ButtonLink size="sm" variant="quiet" href={all.href}>
            {all.text}
          </ButtonLink>
        )}
      </form>
    </search>
  )
}

'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { showQuery } from '#lib/console/client/show-query.ts'
import { pathWith, useConsoleQuery } from '#lib/console/client/use-console.ts'
import { PeoplePage as Page } from '#lib/console/model/console-people.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConsoleBox, ConsolePage, type DoneNote } from '../console-page.tsx'
import { Words } from '../filter-fields.tsx'
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
  const role = search.get('role') ?? ''
  return (
    <ConsolePage
      title="People"
      note="Everybody with an account. Operators may do everything in this console; guests are not listed."
      done={done}
      onDone={setDone}
    >
      <Find text={text} role={role} />
      <QueryState query={query} name="People" wayOut={all}>
        {({ people, next }) => (
          <>
            <ConsoleBox title="Accounts">
              {people.length === 0 ? (
                <p className="console-empty">
                  {text + role === '' ? 'Nobody has an account yet.' : 'Nobody matches these filters.'}
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

/** Finds accounts by a part of the name or the address, and by what they may do. The URL has both. */
function Find({ text, role }: { text: string; role: string }) {
  const find = (query: Readonly<Record<string, string>>) => {
    const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
    showQuery(pathWith(all.href, given))
  }
  return (
    <search className="console-filters flow">
      <Words label="Name or address" value={text} onChoose={(typed) => find({ text: typed, role })} />
      <Button
        size="sm"
        aria-pressed={role === 'operator'}
        onClick={() => find({ text, role: role === 'operator' ? '' : 'operator' })}
      >
        Operators only
      </Button>
      {text + role !== '' && (
        <ButtonLink size="sm" variant="quiet" href={all.href}>
          {all.text}
        </ButtonLink>
      )}
    </search>
  )
}

'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import type { ConsoleMessages } from '#lib/agents/model/operator-message-view.ts'
import { useMessages } from '#lib/console/client/use-operator-messages.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Notice } from '../../ui/notice.tsx'
import { ConsolePage, type DoneNote, EmptyList } from '../console-page.tsx'
import { Pager } from '../pager.tsx'
import { QueryState } from '../query-state.tsx'
import { MessageTable } from './message-table.tsx'

const latest = { href: '/console/messages', text: 'Latest' }

/** The messages that skills left for the operator, and the state of their delivery. */
export function MessagesPage() {
  const search = useSearchParams()
  const query = useMessages(new URLSearchParams(search))
  const [done, setDone] = useState<DoneNote>('')
  return (
    <ConsolePage
      title="Messages"
      note="What skills left for the operator. A message is noted first and delivered afterwards; none is lost when its delivery fails."
      done={done}
      onDone={setDone}
    >
      <QueryState query={query} name="Messages" wayOut={latest}>
        {(page) => (
          <>
            <Loaded page={page} isOlder={search.has('after')} />
            <Pager query={new URLSearchParams(search)} next={page.next} />
          </>
        )}
      </QueryState>
    </ConsolePage>
  )
}

type LoadedProps = {
  page: ConsoleMessages
  /** Whether the list has newer pages. */
  isOlder: boolean
}

function Loaded({ page: { channel, undelivered, messages }, isOlder }: LoadedProps) {
  return (
    <>
      {channel === null && (
        <Notice tone="warn" icon="warn">
          No channel to the operator is configured. Messages are kept here, and delivered once whoever runs this machine
          has set one and restarted the app.
        </Notice>
      )}
      {messages.length === 0 && isOlder ? (
        <EmptyList label="No messages">There are no older messages.</EmptyList>
      ) : messages.length === 0 ? (
        <EmptyList label="No messages">
          <b>No skill has left a message yet.</b> A person must confirm each one before it is noted.
        </EmptyList>
      ) : (
        <>
          <p className="console-note">
            {undelivered === 0 ? 'Every message is delivered.' : `${counted(undelivered, 'message')} not delivered.`}
          </p>
          <MessageTable messages={messages} hasChannel={channel !== null} />
        </>
      )}
    </>
  )
}

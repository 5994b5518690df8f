'use client'

import './messages.css'
import * as z from 'zod'
import { ConsoleMessage, ConsoleMessages } from '#lib/agents/model/operator-message-view.ts'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import { Done } from '#lib/console/model/console-executions.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Actor } from '../actor.tsx'
import { AskFirst } from '../ask-first.tsx'
import type { Deed } from '../chosen-rows.tsx'
import { ActionButton } from '../console-form.tsx'
import { useDone } from '../console-page.tsx'
import type { Column } from '../console-table.tsx'
import { focusPage } from '../focus-page.ts'
import { Moment } from '../moment.tsx'
import { ResourcePage } from '../resources/resource-page.tsx'
import { type Look, Status } from '../status.tsx'

const stateLooks: Readonly<Record<ConsoleMessage['state'], Look>> = {
  pending: { icon: 'clock', tone: 'info', text: 'Waits for delivery' },
  kept: { icon: 'warn', tone: 'warn', text: 'Kept, no channel' },
  delivered: { icon: 'check', tone: 'ok', text: 'Delivered' },
  delivery_failed: { icon: 'x', tone: 'stop', text: 'Delivery failed' },
}

const Delivery = ({ message: { state, attempts } }: { message: Pick<ConsoleMessage, 'state' | 'attempts'> }) => (
  <>
    <Status {...stateLooks[state]} />
    {attempts > 0 && <small className="message-attempts">{counted(attempts, 'attempt')}</small>}
  </>
)

const columns: readonly Column<ConsoleMessage>[] = [
  {
    header: 'Message',
    isRowHeader: true,
    cell: ({ id, urgent, text, execution_id, skill, by, is_read, ...message }) => (
      <>
        <div className="is-narrow">
          <Delivery message={message} />
        </div>
        {!is_read && <b className="message-new">New</b>}
        {urgent && <b className="message-urgent">Urgent</b>}
        <q className="message-text">{text}</q>
        <small className="console-mono">
          {id}{' '}
          {execution_id === null ? (
            'an alert of the app'
          ) : (
            <>
              <TextLink href={`/console/executions/${execution_id}`}>{skill}</TextLink>, for <Actor by={by} />
            </>
          )}
        </small>
      </>
    ),
  },
  { header: 'State', from: 'tablet', cell: (message) => <Delivery message={message} /> },
  {
    header: 'Last error',
    from: 'tablet',
    cell: ({ last_error, next_attempt_at }) => (
      <>
        {last_error ?? '–'}
        {next_attempt_at !== null && (
          <small className="message-attempts">
            next at <Moment at={next_attempt_at} />
          </small>
        )}
      </>
    ),
  },
  { header: 'Noted', from: 'tablet', cell: ({ noted_at }) => <Moment at={noted_at} /> },
]

const retrySeveral: Deed<ConsoleMessage> = {
  label: (count) => `Try ${count} now`,
  verb: { do: 'Try', doing: 'Trying', done: 'tried now' },
  fits: ({ state }) => state === 'delivery_failed' || state === 'kept',
  call: ({ id }) => ({ path: `/messages/${id}/retry`, answer: ConsoleMessage }),
}

const readCall =
  (is_read: boolean): Deed<ConsoleMessage>['call'] =>
  ({ id }) => ({
    path: `/messages/${id}/read`,
    answer: ConsoleMessage,
    body: { is_read },
  })

const readSeveral: Deed<ConsoleMessage> = {
  label: (count) => `Mark ${count} as read`,
  verb: { do: 'Mark as read', doing: 'Marking', done: 'marked as read' },
  fits: ({ is_read }) => !is_read,
  call: readCall(true),
  undo: readCall(false),
}

/** Messages are delivered while the page is open. */
const pollMs = 5_000

/** The messages that skills left for the operator. Their text is a quotation, because a stranger may have written it. */
export const MessagesPage = () => (
  <ResourcePage
    title="Messages"
    note="What skills left for the operator. A message is noted first and delivered afterwards; none is lost when its delivery fails."
    path="/messages"
    answer={ConsoleMessages}
    query={{ after: z.string() }}
    pollMs={() => pollMs}
    above={({ channel, undelivered, messages }) => (
      <>
        {channel === null && (
          <Notice tone="warn" icon="warn">
            No channel to the operator is configured. Messages are kept here, and delivered once whoever runs this
            machine has set one and restarted the app.
          </Notice>
        )}
        {messages.length > 0 && (
          <p className="console-note">
            {undelivered === 0 ? 'Every message is delivered.' : `${counted(undelivered, 'message')} not delivered.`}
          </p>
        )}
      </>
    )}
    className="message-table"
    columns={columns}
    actions={(message, { channel }) => <Actions message={message} hasChannel={channel !== null} />}
    rowsOf={({ messages }) => messages}
    idOf={({ id }) => id}
    nextOf={({ next }) => next}
    bulk={({ channel }) => ({
      what: 'message',
      nameOf: ({ id }) => id,
      deeds: channel === null ? [readSeveral] : [retrySeveral, readSeveral],
      unfit: 'Some are delivered and read.',
    })}
    empty={({ isOlder }) =>
      isOlder ? (
        'There are no older messages.'
      ) : (
        <>
          <b>No skill has left a message yet.</b> A person must confirm each one before it is noted.
        </>
      )
    }
  />
)

/** Tries a delivery again, marks as read, deletes. Why it was not tried stays readable after the button is gone. */
function Actions({ message: { id, state, is_read }, hasChannel }: { message: ConsoleMessage; hasChannel: boolean }) {
  const say = useDone()
  const retry = useConsoleChange(ConsoleMessage, `/messages/${id}/retry`)
  const read = useConsoleChange(ConsoleMessage, `/messages/${id}/read`, {
    body: (isRead: boolean) => ({ is_read: isRead }),
  })
  const remove = useConsoleChange(Done, `/messages/${id}`, { method: 'DELETE' })
  const onRead = () => {
    say({ sentence: `${id} is read.`, undo: () => read.mutateAsync(false) })
    focusPage()
  }
  return (
    <div className="message-actions flow">
      {state !== 'delivered' && hasChannel && (
        <ActionButton
          size="sm"
          isOff={retry.isPending}
          aria-label={`Try ${id} now`}
          onClick={() => retry.mutate(undefined, { onSuccess: () => say(`${id} is tried now.`) })}
        >
          Try now
        </ActionButton>
      )}
      {retry.error && <p role="alert">{retry.error.message}</p>}
      {!is_read && (
        <ActionButton
          size="sm"
          isOff={read.isPending}
          aria-label={`Mark ${id} as read`}
          onClick={() => read.mutate(true, { onSuccess: onRead })}
        >
          Mark as read
        </ActionButton>
      )}
      {!is_read && read.error && <p role="alert">{read.error.message}</p>}
      <AskFirst
        text="Delete"
        label={`Delete ${id}`}
        question="Delete this message?"
        what="message"
        verb={{ do: 'Delete', doing: 'Deleting', done: 'deleted' }}
        request={remove}
        onSure={() => remove.mutate(undefined, { onSuccess: () => say(`${id} is deleted.`) })}
      >
        {state === 'delivered'
          ? 'It stays where it was delivered.'
          : 'It is not delivered yet, and then never will be.'}
      </AskFirst>
    </div>
  )
}

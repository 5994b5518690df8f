import './messages.css'
import { useRef, useState } from 'react'
import { ConsoleMessage } from '#lib/agents/model/operator-message-view.ts'
import {
  changedMessages,
  useDeleteMessage,
  useReadMessage,
  useRetryMessage,
} from '#lib/console/client/use-operator-messages.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ActionButton } from '../action-button.tsx'
import { Actor } from '../actor.tsx'
import { ChosenRows, type Deed, useChosenRows } from '../chosen-rows.tsx'
import { useDone } from '../console-page.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { focusPage } from '../focus-page.ts'
import { Moment } from '../moment.tsx'
import { RevokeQuestion } from '../revoke-question.tsx'
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

interface MessageTableProps {
  messages: readonly ConsoleMessage[]
  hasChannel: boolean
}

/** The messages. Their text is shown as a quotation, because a stranger may have written it. */
export function MessageTable({ messages, hasChannel }: MessageTableProps) {
  const rows = useChosenRows<ConsoleMessage>()
  const box: Column<ConsoleMessage> = { header: 'Choose', isSpoken: true, cell: (row) => rows.box(row, row.id) }
  const action: Column<ConsoleMessage> = {
    header: 'Action',
    isSpoken: true,
    cell: ({ id, state, is_read }) => (
      <div className="message-actions flow">
        <Retry id={id} isOffered={state !== 'delivered' && hasChannel} />
        {!is_read && <Read id={id} />}
        <Delete id={id} isDelivered={state === 'delivered'} />
      </div>
    ),
  }
  return (
    <>
      <ChosenRows
        what="message"
        rows={rows}
        shown={messages}
        deeds={hasChannel ? [retrySeveral, readSeveral] : [readSeveral]}
        unfit="Some are delivered and read."
        invalidates={changedMessages}
      />
      <section className="console-box" aria-label="Messages">
        <ConsoleTable
          className="message-table"
          columns={[box, ...columns, action]}
          rows={messages}
          idOf={({ id }) => id}
        />
      </section>
    </>
  )
}

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

/** The button that tries a delivery again. Why it was not tried stays readable after the button is gone. */
function Retry({ id, isOffered }: { id: string; isOffered: boolean }) {
  const say = useDone()
  const retry = useRetryMessage()
  return (
    <>
      {isOffered && (
        <ActionButton
          size="sm"
          isOff={retry.isPending}
          aria-label={`Try ${id} now`}
          onClick={() => retry.mutate(id, { onSuccess: () => say(`${id} is tried now.`) })}
        >
          Try now
        </ActionButton>
      )}
      {retry.error && <p role="alert">{retry.error.message}</p>}
    </>
  )
}

function Read({ id }: { id: string }) {
  const read = useReadMessage()
  const say = useDone()
  return (
    <>
      <ActionButton
        size="sm"
        isOff={read.isPending}
        aria-label={`Mark ${id} as read`}
        onClick={() =>
          read.mutate(
            { id, is_read: true },
            {
              onSuccess() {
                say({ sentence: `${id} is read.`, undo: () => read.mutateAsync({ id, is_read: false }) })
                focusPage()
              },
            },
          )
        }
      >
        Mark as read
      </ActionButton>
      {read.error && <p role="alert">{read.error.message}</p>}
    </>
  )
}

/** Asks before a message is deleted, because nothing brings it back. */
function Delete({ id, isDelivered }: { id: string; isDelivered: boolean }) {
  const remove = useDeleteMessage()
  const say = useDone()
  const [isAsking, setIsAsking] = useState(false)
  const asker = useRef<HTMLButtonElement>(null)
  if (!isAsking) {
    return (
      <Button ref={asker} size="sm" aria-label={`Delete ${id}`} onClick={() => setIsAsking(true)}>
        Delete
      </Button>
    )
  }
  return (
    <RevokeQuestion
      question="Delete this message?"
      what="message"
      verb={{ do: 'Delete', doing: 'Deleting', done: 'deleted' }}
      request={remove}
      onKeep={() => {
        setIsAsking(false)
        requestAnimationFrame(() => asker.current?.focus())
      }}
      onRevoke={() =>
        remove.mutate(id, {
          onSuccess: () => say(`${id} is deleted.`),
        })
      }
    >
      {isDelivered ? 'It stays where it was delivered.' : 'It is not delivered yet, and then never will be.'}
    </RevokeQuestion>
  )
}

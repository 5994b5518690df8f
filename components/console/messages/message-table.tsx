import './messages.css'
import type { ConsoleMessage } from '#lib/agents/model/operator-message-view.ts'
import { useRetryMessage } from '#lib/console/client/use-operator-messages.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Actor } from '../actor.tsx'
import { useDone } from '../console-page.tsx'
import { type Column, ConsoleTable } from '../console-table.tsx'
import { Moment } from '../moment.tsx'
import { type Look, Status } from '../status.tsx'

const stateLooks: Readonly<Record<ConsoleMessage['state'], Look>> = {
  pending: { icon: 'clock', tone: 'info', text: 'Waits for delivery' },
  kept: { icon: 'warn', tone: 'warn', text: 'Kept, no channel' },
  delivered: { icon: 'check', tone: 'ok', text: 'Delivered' },
  delivery_failed: { icon: 'x', tone: 'stop', text: 'Delivery failed' },
}

const columns: readonly Column<ConsoleMessage>[] = [
  {
    header: 'Message',
    isRowHeader: true,
    cell: ({ id, urgent, text, execution_id, skill, by }) => (
      <>
        {urgent && <b className="message-urgent">Urgent</b>}
        <q className="message-text">{text}</q>
        <small className="console-mono">
          {id} <TextLink href={`/console/executions/${execution_id}`}>{skill}</TextLink>, for <Actor by={by} />
        </small>
      </>
    ),
  },
  {
    header: 'State',
    cell: ({ state, attempts }) => (
      <>
        <Status {...stateLooks[state]} />
        {attempts > 0 && <small className="message-attempts">{counted(attempts, 'attempt')}</small>}
      </>
    ),
  },
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
  const action: Column<ConsoleMessage> = {
    header: 'Action',
    isSpoken: true,
    cell: ({ id, state }) => <Retry id={id} isOffered={state !== 'delivered' && hasChannel} />,
  }
  return (
    <section className="console-box" aria-label="Messages">
      <ConsoleTable className="message-table" columns={[...columns, action]} rows={messages} idOf={({ id }) => id} />
    </section>
  )
}

/** The button that tries a delivery again. Why it was not tried stays readable after the button is gone. */
function Retry({ id, isOffered }: { id: string; isOffered: boolean }) {
  const say = useDone()
  const retry = useRetryMessage()
  return (
    <>
      {isOffered && (
        <Button
          size="sm"
          disabled={retry.isPending}
          aria-label={`Try ${id} now`}
          onClick={() => retry.mutate(id, { onSuccess: () => say(`${id} is tried now.`) })}
        >
          Try now
        </Button>
      )}
      {retry.error && <p role="alert">{retry.error.message}</p>}
    </>
  )
}

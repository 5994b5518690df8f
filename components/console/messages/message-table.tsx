import './messages.css'
import type { ConsoleMessage } from '#lib/agents/model/operator-message-view.ts'
import { useRetryMessage } from '#lib/console/client/use-messages.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { actorWords } from '../actor-words.ts'
import { Moment } from '../moment.tsx'
import { Status } from '../status.tsx'
import { stateLooks } from './message-words.ts'

interface MessageTableProps {
  messages: readonly ConsoleMessage[]
  hasChannel: boolean
  onDone: (sentence: string) => void
}

/** The messages. Their text is shown as a quotation, because a stranger may have written it. */
export function MessageTable({ messages, hasChannel, onDone }: MessageTableProps) {
  return (
    <section className="console-box" aria-label="Messages">
      <table className="console-table message-table">
        <thead>
          <tr>
            <th>Message</th>
            <th>State</th>
            <th className="is-second">Last error</th>
            <th className="is-second">Noted</th>
            <th>
              <span className="sr-only">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {messages.map((message) => (
            <MessageRow key={message.id} message={message} hasChannel={hasChannel} onDone={onDone} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type RowProps = Pick<MessageTableProps, 'hasChannel' | 'onDone'> & { message: ConsoleMessage }

function MessageRow({ message, hasChannel, onDone }: RowProps) {
  const retry = useRetryMessage()
  const { id, state, text, urgent, attempts, last_error, noted_at, next_attempt_at, execution_id, skill, by } = message
  const { words, ...look } = stateLooks[state]
  return (
    <tr>
      <th scope="row">
        {urgent && <b className="message-urgent">Urgent</b>}
        <q className="message-text">{text}</q>
        <small className="console-mono">
          {id} <TextLink href={`/console/executions/${execution_id}`}>{skill}</TextLink>, for {actorWords(by)}
        </small>
      </th>
      <td>
        <Status {...look}>{words}</Status>
        {attempts > 0 && <small className="message-attempts">{counted(attempts, 'attempt')}</small>}
      </td>
      <td className="is-second">
        {last_error ?? '–'}
        {next_attempt_at !== null && (
          <small className="message-attempts">
            next at <Moment at={next_attempt_at} />
          </small>
        )}
      </td>
      <td className="is-second">
        <Moment at={noted_at} />
      </td>
      <td>
        {state !== 'delivered' && hasChannel && (
          <Button
            size="sm"
            disabled={retry.isPending}
            aria-label={`Try ${id} now`}
            onClick={() => retry.mutate(id, { onSuccess: () => onDone(`${id} is tried now.`) })}
          >
            Try now
          </Button>
        )}
        {retry.error && <p role="alert">{retry.error.message}</p>}
      </td>
    </tr>
  )
}

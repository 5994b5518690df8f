import { useId, useState } from 'react'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import { Done, type PromptAnswer } from '#lib/console/model/console-executions.ts'
import { ActionButton } from '../action-button.tsx'
import { useDone } from '../console-page.tsx'
import { Failure } from '../failure.tsx'
import { focusPage } from '../focus-page.ts'

/** The form with which the operator answers a prompt in place of the agent's model. */
export function AnswerPrompt({ id, number }: { id: string; number: number }) {
  const field = useId()
  const [response, setResponse] = useState('')
  const onDone = useDone()
  const answer = useConsoleChange(Done, {
    path: (_: PromptAnswer) => `/executions/${id}/answer`,
    invalidates: ['/executions'],
  })
  return (
    <form
      className="console-form"
      onSubmit={(event) => {
        event.preventDefault()
        answer.mutate(
          { number, response },
          {
            onSuccess() {
              onDone('You answered the prompt. The script goes on.')
              focusPage()
            },
          },
        )
      }}
    >
      <div className="field">
        <label className="field-label" htmlFor={field}>
          Your response
        </label>
        <textarea
          id={field}
          className="field-input"
          rows={4}
          aria-describedby={`${field}-hint`}
          value={response}
          onChange={({ target }) => setResponse(target.value)}
        />
        <p id={`${field}-hint`} className="field-hint">
          The script gets it in place of the response of the agent’s model. The audit log names you.
        </p>
      </div>
      <Failure error={answer.error}>The prompt was not answered.</Failure>
      <div className="action-row">
        <ActionButton type="submit" isOff={answer.isPending}>
          {answer.isPending ? 'Answering …' : 'Answer the prompt'}
        </ActionButton>
      </div>
    </form>
  )
}

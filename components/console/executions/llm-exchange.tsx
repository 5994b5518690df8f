import { useId, useState } from 'react'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import type { ExecutionDetail, OperatorAct } from '#lib/console/model/console-executions.ts'
import { Done, type PromptAnswer } from '#lib/console/model/console-executions.ts'
import { spelledOut } from '#runner/contract/hidden-text.ts'
import { ActionButton } from '../action-button.tsx'
import { actorWords } from '../actor-words.ts'
import { ConsoleBox, useDone } from '../console-page.tsx'
import { Failure } from '../failure.tsx'
import { focusPage } from '../focus-page.ts'
import { CutNote } from './code-lines.tsx'

/** The latest prompts of the code to a model, and the model's responses. */
export function LlmExchange({ execution: { id, llm, llm_length, can_answer, acts } }: { execution: ExecutionDetail }) {
  const openSeq = llm.find(({ response }) => response === null)?.seq
  return (
    <ConsoleBox
      title="Exchange with the agent's model"
      note={llm_length > llm.length && `the latest ${llm.length} of ${llm_length} prompts`}
    >
      {llm.map(({ seq, model, prompt, response, no_response }) => (
        <dl className="llm-exchange" key={seq}>
          <dt>Prompt to the model “{spelledOut(model)}”</dt>
          <dd>
            <pre className="code-plain">{spelledOut(prompt.text)}</pre>
            <CutNote cut={prompt} />
          </dd>
          <dt>{responseTitle(acts.find(({ act, seq: answered }) => act === 'answered' && answered === seq))}</dt>
          <dd>
            {response === null ? (
              <>
                <p className="quiet">{spelledOut(no_response ?? '')}</p>
                {can_answer && seq === openSeq && <AnswerPrompt id={id} number={seq} />}
              </>
            ) : (
              <>
                <pre className="code-plain">{spelledOut(response.text)}</pre>
                <CutNote cut={response} />
              </>
            )}
          </dd>
        </dl>
      ))}
    </ConsoleBox>
  )
}

const responseTitle = (act: OperatorAct | undefined) =>
  act === undefined ? 'Response' : `Response of ${actorWords(act.by)}, in place of the model`

/** The form with which the operator answers a prompt in place of the agent's model. */
function AnswerPrompt({ id, number }: { id: string; number: number }) {
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

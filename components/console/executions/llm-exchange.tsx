import { useState } from 'react'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import {
  Done,
  type ExecutionDetail,
  type OperatorAct,
  type PromptAnswer,
} from '#lib/console/model/console-executions.ts'
import { spelledOut } from '#runner/contract/hidden-text.ts'
import { actorWords } from '../actor.tsx'
import { ConsoleForm, TextArea } from '../console-form.tsx'
import { ConsoleBox, useDone } from '../console-page.tsx'
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
  const [response, setResponse] = useState('')
  const onDone = useDone()
  const answer = useConsoleChange(Done, (_: PromptAnswer) => `/executions/${id}/answer`)
  const onSuccess = () => {
    onDone('You answered the prompt. The script goes on.')
    focusPage()
  }
  return (
    <ConsoleForm
      onSubmit={() => answer.mutate({ number, response }, { onSuccess })}
      submit={['Answer the prompt', 'Answering …']}
      variant="plain"
      isBusy={answer.isPending}
      error={answer.error}
      failure="The prompt was not answered."
    >
      <TextArea
        label="Your response"
        rows={4}
        hint="The script gets it in place of the response of the agent’s model. The audit log names you."
        value={response}
        onChange={({ target }) => setResponse(target.value)}
      />
    </ConsoleForm>
  )
}

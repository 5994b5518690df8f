import type { ExecutionDetail } from '#lib/console/model/console-executions.ts'
import { ConsoleBox } from '../console-page.tsx'
import { CutNote } from './code-lines.tsx'

/** The latest prompts of the code to a model, and the model's responses. */
export function LlmExchange({ execution: { llm, llm_length } }: { execution: ExecutionDetail }) {
  return (
    <ConsoleBox
      title="Exchange with the agent's model"
      note={llm_length > llm.length && `the latest ${llm.length} of ${llm_length} prompts`}
    >
      {llm.map(({ seq, model, prompt, response, no_response }) => (
        <dl className="llm-exchange" key={seq}>
          <dt>Prompt to the model “{model}”</dt>
          <dd>
            <pre className="code-plain">{prompt.text}</pre>
            <CutNote cut={prompt} />
          </dd>
          <dt>Response</dt>
          <dd>
            {response === null ? (
              <p className="quiet">{no_response}</p>
            ) : (
              <>
                <pre className="code-plain">{response.text}</pre>
                <CutNote cut={response} />
              </>
            )}
          </dd>
        </dl>
      ))}
    </ConsoleBox>
  )
}

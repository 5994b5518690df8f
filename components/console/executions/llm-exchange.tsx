import type { ExecutionDetail } from '#lib/shared/console-executions.ts'
import { ConsoleBox } from '../console-page.tsx'
import { CutNote } from './code-lines.tsx'

/** The script's prompt to the agent's model, and the model's response. */
export function LlmExchange({ exchange }: { exchange: ExecutionDetail['llm'] }) {
  return (
    <ConsoleBox title="Exchange with the agent's model">
      {exchange.map(({ seq, model, prompt, response }) => (
        <dl className="llm-exchange" key={seq}>
          <dt>Prompt to the model “{model}”</dt>
          <dd>
            <pre className="code-plain">{prompt.text}</pre>
            <CutNote cut={prompt} />
          </dd>
          <dt>Response</dt>
          <dd>
            {response === null ? (
              <p className="quiet">There is none yet.</p>
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

'use client'

import { useState } from 'react'
import { useConsoleChange, useConsoleQuery } from '#lib/console/client/use-console.ts'
import { Done, ExecutionDetail, ReplayVerdict } from '#lib/console/model/console-executions.ts'
import { faultNames } from '#runner/contract/errors.ts'
import { spelledOut } from '#runner/contract/hidden-text.ts'
import { CopyButton } from '../../travel/results/copy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Notice } from '../../ui/notice.tsx'
import { ActionButton } from '../console-form.tsx'
import { ConsoleBox, ConsolePage, Saying } from '../console-page.tsx'
import { QueryState } from '../query-state.tsx'
import { RevokeQuestion } from '../revoke-question.tsx'
import { CodeLines, CutNote, failingLineId } from './code-lines.tsx'
import { ExecutionFacts } from './execution-facts.tsx'
import { ExecutionStatus } from './execution-status.tsx'
import { Journal } from './journal.tsx'
import { LlmExchange } from './llm-exchange.tsx'
import { RerunForm } from './rerun-form.tsx'
import { WhyAllowed } from './why-allowed.tsx'

const openPollMs = 1_000
const waitingPollMs = 5_000

const pollOf = (execution: ExecutionDetail | undefined): number => {
  if (execution?.state === 'running' || execution?.state === 'pending') return openPollMs
  return execution?.state === 'waiting' ? waitingPollMs : 0
}

/** One execution: its facts, journal, code, printed lines and result, and the actions on it. */
export function ExecutionView({ id }: { id: string }) {
  const path = `/executions/${id}`
  const query = useConsoleQuery(ExecutionDetail, path, { pollMs: pollOf })
  const replay = useConsoleChange(ReplayVerdict, `${path}/replay`)
  const cancel = useConsoleChange(Done, `${path}/cancel`)
  const [isAsking, setIsAsking] = useState(false)
  const [isRerunning, setIsRerunning] = useState(false)
  const execution = query.data
  return (
    <ConsolePage
      parent={{ href: '/console/executions', text: 'Executions' }}
      title={
        <>
          <span className="console-mono">{id}</span> {execution && <ExecutionStatus execution={execution} />}
        </>
      }
      end={
        <>
          {execution?.can_cancel && (
            <Button size="sm" variant="stop" aria-expanded={isAsking} onClick={() => setIsAsking(!isAsking)}>
              End it
            </Button>
          )}
          {execution?.can_rerun && (
            <Button size="sm" aria-expanded={isRerunning} onClick={() => setIsRerunning(!isRerunning)}>
              Run again
            </Button>
          )}
          {execution?.can_replay && (
            <ActionButton size="sm" isOff={replay.isPending} onClick={() => replay.mutate()}>
              {replay.isPending ? 'Replaying …' : 'Replay'}
            </ActionButton>
          )}
        </>
      }
    >
      {isAsking && (
        <Saying>
          {(say) => (
            <RevokeQuestion
              question="End this execution?"
              what="execution"
              verb={{ do: 'End', doing: 'Ending', done: 'ended' }}
              request={cancel}
              onKeep={() => setIsAsking(false)}
              onRevoke={() =>
                cancel.mutate(undefined, {
                  onSuccess() {
                    setIsAsking(false)
                    say('The execution was ended.')
                  },
                })
              }
            >
              It stops at once and gives no result. What it has already sent stays sent.
            </RevokeQuestion>
          )}
        </Saying>
      )}
      {isRerunning && execution?.script && (
        <RerunForm id={id} text={execution.script.text} onClose={() => setIsRerunning(false)} />
      )}
      {replay.error && (
        <Notice tone="stop" role="alert">
          {replay.error.message}
        </Notice>
      )}
      {replay.data && <Verdict verdict={replay.data} />}
      <QueryState query={query} name="The execution" wayOut={{ href: '/console/executions', text: 'All executions' }}>
        {(found) => <Parts execution={found} />}
      </QueryState>
    </ConsolePage>
  )
}

function Verdict({ verdict: { verdict, message, details } }: { verdict: ReplayVerdict }) {
  return (
    <Notice tone={verdict === 'same' ? 'ok' : 'stop'} role={verdict === 'same' ? 'status' : 'alert'}>
      {message}
      {details.length > 0 && (
        <ul>
          {details.map(({ name, text }) => (
            <li key={name}>{spelledOut(`${name}: ${text}`)}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

function Parts({ execution }: { execution: ExecutionDetail }) {
  const { state, script, input, output, error, llm } = execution
  return (
    <>
      <ExecutionFacts execution={execution} />
      {error && (
        <Notice tone={state === 'cancelled' ? 'plain' : 'stop'} role="note">
          {error.line !== null && (
            <>
              <a className="link" href={`#${failingLineId}`}>
                Line {error.line}
              </a>
              :{' '}
            </>
          )}
          {spelledOut(error.message)}
          <p>
            At fault: {faultNames[error.fault]}. {error.remedy}
          </p>
        </Notice>
      )}
      {execution.is_pruned && (
        <Notice tone="plain" role="note">
          Its output is no longer stored, because of its age or of the space for results. The audit log still has its
          rows.
        </Notice>
      )}
      <Journal execution={execution} />
      <WhyAllowed execution={execution} />
      {llm.length > 0 && <LlmExchange execution={execution} />}
      <div className="console-columns">
        {script && <ScriptBox script={script} failing={error?.line ?? null} />}
        {script && (
          <ConsoleBox title="Printed" note="stdout, then stderr">
            <Printed name="stdout" text={script.stdout.text} />
            <CutNote cut={script.stdout} />
            <Printed name="stderr" text={script.stderr.text} />
            <CutNote cut={script.stderr} />
          </ConsoleBox>
        )}
        {input && (
          <ConsoleBox title="Input">
            <CodeLines label="Input as JSON" text={input.text} />
            <CutNote cut={input} />
          </ConsoleBox>
        )}
        {output && (
          <ConsoleBox title={script ? 'Result' : 'Output'}>
            <CodeLines label="Result as JSON" text={output.text} />
            <CutNote cut={output} />
          </ConsoleBox>
        )}
      </div>
    </>
  )
}

function Printed({ name, text }: { name: string; text: string }) {
  if (text === '') return <p className="console-empty">Nothing on {name}.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
    <section className={classes('code-plain', name === 'stderr' && 'is-stderr')} aria-label={name} tabIndex={0}>
      {spelledOut(text)}
    </section>
  )
}

interface ScriptBoxProps {
  script: NonNullable<ExecutionDetail['script']>
  failing: number | null
}

/** The code of a script, which can be copied, with its long lines wrapped or not. */
export function ScriptBox({ script: { language, text }, failing }: ScriptBoxProps) {
  const [isWrapped, setIsWrapped] = useState(true)
  return (
    <ConsoleBox title="Script" note={language}>
      <div className="code-deeds flow">
        <CopyButton done="Copied" otherwise="Select the text and copy it" text={() => text}>
          Copy
        </CopyButton>
        <Button aria-pressed={isWrapped} onClick={() => setIsWrapped(!isWrapped)}>
          Wrap lines
        </Button>
      </div>
      <CodeLines label="Code" text={text} failing={failing} isWrapped={isWrapped} />
    </ConsoleBox>
  )
}

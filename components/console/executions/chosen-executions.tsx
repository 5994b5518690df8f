import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod'
import { callConsole } from '#lib/console/client/call-console.ts'
import { keyOf } from '#lib/console/client/use-console.ts'
import { Done, type ExecutionRow, StartedRerun } from '#lib/console/model/console-executions.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Button } from '../../ui/button.tsx'
import { RevokeQuestion } from '../revoke-question.tsx'

interface ChosenExecutionsProps {
  chosen: readonly ExecutionRow[]
  onClear: () => void
  onDone: (sentence: string) => void
}

type Deed = {
  readonly path: string
  readonly answer: z.ZodType
  readonly body?: object
  readonly verb: { readonly do: string; readonly doing: string; readonly done: string }
  readonly effect: string
}

const deeds: Readonly<Record<'end' | 'rerun', Deed>> = {
  end: {
    path: 'cancel',
    answer: Done,
    verb: { do: 'End', doing: 'Ending', done: 'ended' },
    effect: 'They stop at once and give no result. This cannot be undone.',
  },
  rerun: {
    path: 'rerun',
    body: {},
    answer: StartedRerun,
    verb: { do: 'Run again', doing: 'Starting', done: 'started again' },
    effect: 'Each becomes a new execution in your name, with the rules of its profile. What it sends is really sent.',
  },
}

const isScript = ({ skill, by }: ExecutionRow) => skill === 'script' && by.actor?.kind === 'profile'
const isOpen = ({ state }: ExecutionRow) => state === 'pending' || state === 'running' || state === 'waiting'

/** What the operator can do with the chosen executions together. Each is a request of its own, which the audit log names. */
export function ChosenExecutions({ chosen, onClear, onDone }: ChosenExecutionsProps) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<keyof typeof deeds>()
  const change = useMutation({
    async mutationFn({ deed, rows }: { deed: Deed; rows: readonly ExecutionRow[] }) {
      const failures: string[] = []
      for (const { id } of rows) {
        await callConsole(deed.answer, `/executions/${id}/${deed.path}`, { method: 'POST', body: deed.body }).catch(
          (cause: Error) => failures.push(cause.message),
        )
      }
      return failures
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('/executions') }),
  })
  const scripts = chosen.filter(isScript)
  const fit = { end: scripts.filter(isOpen), rerun: scripts.filter((row) => !isOpen(row)) }

  function act(name: keyof typeof deeds) {
    const [deed, rows] = [deeds[name], fit[name]]
    change.mutate(
      { deed, rows },
      {
        onSuccess(failures) {
          const [first] = failures
          const done = `${counted(rows.length - failures.length, 'execution')} ${deed.verb.done}.`
          onDone(first === undefined ? done : `${done} ${failures.length} not: ${first}`)
          setAsked(undefined)
          onClear()
        },
      },
    )
  }

  if (chosen.length === 0) return null
  return (
    <section className="console-box chosen-executions" aria-label="Chosen executions">
      <p>
        <b>{counted(chosen.length, 'execution')} chosen</b>
        {scripts.length < chosen.length && ' Only scripts can be ended or run again here.'}
      </p>
      <div className="action-row">
        {fit.end.length > 0 && (
          <Button size="sm" variant="stop" aria-expanded={asked === 'end'} onClick={() => setAsked('end')}>
            End {fit.end.length}
          </Button>
        )}
        {fit.rerun.length > 0 && (
          <Button size="sm" aria-expanded={asked === 'rerun'} onClick={() => setAsked('rerun')}>
            Run {fit.rerun.length} again
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={onClear}>
          Choose none
        </Button>
      </div>
      {asked && (
        <RevokeQuestion
          key={asked}
          question={`${deeds[asked].verb.do} ${counted(fit[asked].length, 'execution')}?`}
          what="executions"
          verb={deeds[asked].verb}
          isMany
          request={change}
          onKeep={() => setAsked(undefined)}
          onRevoke={() => act(asked)}
        >
          {deeds[asked].effect}
        </RevokeQuestion>
      )}
    </section>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod'
import { callConsole } from '#lib/console/client/call-console.ts'
import { staleAll } from '#lib/console/client/use-console.ts'
import { counted } from '#lib/platform/model/counted.ts'
import { Button } from '../ui/button.tsx'
import { ActionButton } from './console-form.tsx'
import { useDone } from './console-page.tsx'
import { focusPage } from './focus-page.ts'
import { RevokeQuestion } from './revoke-question.tsx'

/** A POST below `/api/console`. */
type Call = { readonly path: string; readonly answer: z.ZodType; readonly body?: object }

/** What can be done with several rows together. */
export type Deed<Row> = {
  /** On its button: "End 2". */
  readonly label: (count: number) => string
  readonly verb: { readonly do: string; readonly doing: string; readonly done: string }
  readonly fits: (row: Row) => boolean
  readonly call: (row: Row) => Call
  /** What follows from it, asked before it is done. Absent: it is done at once. */
  readonly effect?: string
  /** It ends something for good. */
  readonly isFinal?: boolean
  /** Takes it back. */
  readonly undo?: (row: Row) => Call
}

/** The rows that an operator has chosen, also on other pages of the list. */
export function useChosenRows<Row>(idOf: (row: Row) => string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  return {
    chosen: [...chosen.values()],
    has: (row: Row) => chosen.has(idOf(row)),
    choose: (rows: readonly Row[]) => setChosen(new Map([...chosen, ...rows.map((row) => [idOf(row), row] as const)])),
    clear: () => setChosen(new Map()),
    /** The box that chooses a row. */
    box: (row: Row, name: string) => (
      <label className="row-choice middle">
        <input
          type="checkbox"
          aria-label={`Choose ${name}`}
          checked={chosen.has(idOf(row))}
          onChange={() => {
            const next = new Map(chosen)
            if (!next.delete(idOf(row))) next.set(idOf(row), row)
            setChosen(next)
          }}
        />
      </label>
    ),
  }
}

interface ChosenRowsProps<Row> {
  /** What a row is: "execution". */
  what: string
  rows: ReturnType<typeof useChosenRows<Row>>
  /** The rows of the page. */
  shown: readonly Row[]
  deeds: readonly Deed<Row>[]
  /** Said if nothing can be done with some of the chosen rows. */
  unfit: string
}

/** What the operator can do with the chosen rows together. Each is a request of its own, which the audit log names. */
export function ChosenRows<Row>({ what, rows, shown, deeds, unfit }: ChosenRowsProps<Row>) {
  const { chosen, has, choose, clear } = rows
  const client = useQueryClient()
  const say = useDone()
  const [asked, setAsked] = useState<Deed<Row>>()
  const change = useMutation({ mutationFn: send<Row>, onSettled: () => void staleAll(client) })
  const whats = `${what}s`
  const fitting = (deed: Deed<Row>) => chosen.filter(deed.fits)

  async function act(deed: Deed<Row>) {
    const fit = fitting(deed)
    const { done, failures } = await change.mutateAsync({ rows: fit, callOf: deed.call })
    const { undo } = deed
    say({
      sentence: summary(what, deed.verb.done, done.length, failures),
      ...(undo && done.length > 0 ? { undo: () => takeBack(undo, done) } : {}),
    })
    setAsked(undefined)
    clear()
    focusPage()
  }

  async function takeBack(callOf: (row: Row) => Call, done: readonly Row[]) {
    const { failures } = await change.mutateAsync({ rows: done, callOf })
    if (failures.length > 0) throw new Error(`${failures.length} stay as they are: ${failures[0]}`)
  }

  if (chosen.length === 0) return null
  return (
    <section className="console-box chosen-rows" aria-label={`Chosen ${whats}`}>
      <p>
        <b>{counted(chosen.length, what)} chosen</b>
        {chosen.some((row) => !deeds.some(({ fits }) => fits(row))) && ` ${unfit}`}
      </p>
      <div className="action-row">
        {deeds.map((deed) => {
          const count = fitting(deed).length
          return (
            count > 0 && (
              <ActionButton
                key={deed.verb.do}
                size="sm"
                {...(deed.isFinal ? { variant: 'stop' as const } : {})}
                {...(deed.effect === undefined ? {} : { 'aria-expanded': asked === deed })}
                isOff={change.isPending}
                onClick={() => (deed.effect === undefined ? void act(deed) : setAsked(deed))}
              >
                {deed.label(count)}
              </ActionButton>
            )
          )
        })}
        {!shown.every(has) && (
          <Button size="sm" variant="quiet" onClick={() => choose(shown)}>
            Choose all on this page
          </Button>
        )}
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            clear()
            focusPage()
          }}
        >
          Choose none
        </Button>
      </div>
      {asked && (
        <RevokeQuestion
          key={asked.verb.do}
          question={`${asked.verb.do} ${counted(fitting(asked).length, what)}?`}
          what={whats}
          verb={asked.verb}
          isMany
          request={change}
          onKeep={() => setAsked(undefined)}
          onRevoke={() => void act(asked)}
        >
          {asked.effect}
        </RevokeQuestion>
      )}
    </section>
  )
}

/** One request after the other: a failure of one does not stop the rest. */
async function send<Row>({ rows, callOf }: { rows: readonly Row[]; callOf: (row: Row) => Call }) {
  const done: Row[] = []
  const failures: string[] = []
  for (const row of rows) {
    const { path, answer, body } = callOf(row)
    await callConsole(answer, path, { method: 'POST', body }).then(
      () => done.push(row),
      (cause: Error) => failures.push(cause.message),
    )
  }
  return { done, failures }
}

function summary(what: string, verb: string, count: number, failures: readonly string[]): string {
  const done = `${counted(count, what)} ${verb}.`
  return failures.length === 0 ? done : `${done} ${failures.length} not: ${failures[0]}`
}

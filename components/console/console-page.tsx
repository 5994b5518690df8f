'use client'

import { useMutation } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useId, useState } from 'react'
import { dateTimeFormat } from '#lib/platform/model/formatters.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { Select } from '../ui/select.tsx'
import { Failure } from './console-form.tsx'
import { focusPage } from './focus-page.ts'
import { useZone } from './frame/zone.tsx'

/** Says once for the whole page in which zone its times are, and switches between the browser's zone and UTC. */
export function ZoneSwitch() {
  const id = useId()
  const { zone, local, isKnown, choose } = useZone()
  if (local === 'UTC') return <p className="console-zone">Times in UTC</p>
  return (
    <label htmlFor={id} className={isKnown ? 'console-zone' : 'console-zone is-unseen'}>
      Times in
      <Select id={id} value={zone} onChange={({ target }) => choose(target.value)}>
        <option value={local}>
          {placeOf(local)}, {offsetOf(local)}
        </option>
        <option value="UTC">UTC</option>
      </Select>
    </label>
  )
}

/** "Buenos Aires" */
const placeOf = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** "GMT+13": the present distance from UTC. */
const offsetOf = (timeZone: string) =>
  dateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(Date.now())
    .find(({ type }) => type === 'timeZoneName')?.value

/** What the operator has just done, in a sentence; "": nothing yet. `undo` takes it back, if that is possible. */
export type DoneNote = string | { readonly sentence: string; readonly undo?: () => Promise<unknown> }

interface ConsolePageProps {
  title: ReactNode
  /** The list page to which this page belongs. */
  parent?: { href: string; text: string }
  /** Content beside the title. */
  end?: ReactNode
  /** What the page is for. */
  note?: string
  children: ReactNode
}

const DoneContext = createContext<(note: DoneNote) => void>(() => {})

/** Gives its child what `useDone` returns, in a page itself. */
export const Saying = DoneContext.Consumer

/** Says at the top of the page what the operator has done, also for screen readers. For the parts of a `ConsolePage`. */
export const useDone = () => useContext(DoneContext)

/** The frame of each console page: its title, the link back to its list, and what its parts say that was done. */
export function ConsolePage({ title, parent, end, note, children }: ConsolePageProps) {
  const [done, setDone] = useState<DoneNote>('')
  return (
    <DoneContext value={setDone}>
      <main id="main" tabIndex={-1} className="console-main">
        <header className="console-head row-wrap">
          {parent && (
            <PageLink className="console-crumb row" href={parent.href}>
              {parent.text}
              <Icon name="right" small />
            </PageLink>
          )}
          <h1>{title}</h1>
          <div className="console-head-end row-wrap">
            {end}
            <ZoneSwitch />
          </div>
        </header>
        {note && <p className="console-note">{note}</p>}
        <Done note={done} onDone={setDone} />
        {children}
      </main>
    </DoneContext>
  )
}

function Done({ note, onDone }: { note: DoneNote; onDone: (note: DoneNote) => void }) {
  const { sentence, undo } = typeof note === 'string' ? { sentence: note, undo: undefined } : note
  return (
    <div className="console-done row-wrap">
      <p role="status">{sentence}</p>
      {undo && <Undo key={sentence} undo={undo} onUndone={() => onDone('That is undone.')} />}
    </div>
  )
}

function Undo({ undo, onUndone }: { undo: () => Promise<unknown>; onUndone: () => void }) {
  const change = useMutation({
    mutationFn: undo,
    onSuccess() {
      onUndone()
      focusPage()
    },
  })
  return (
    <>
      <Button size="sm" aria-disabled={change.isPending} onClick={() => change.isPending || change.mutate()}>
        Undo
      </Button>
      <Failure error={change.error}>It was not undone.</Failure>
    </>
  )
}

/** What the boxes below are about, on a page with the same boxes for several things: part of their accessible names. */
export const BoxSubject = createContext('')

interface ConsoleBoxProps {
  /** The fragment of links to it. */
  id?: string
  title: string
  /** Content beside the heading. */
  note?: ReactNode
  children: ReactNode
}

/** A section of a page with a heading. */
export function ConsoleBox({ id, title, note, children }: ConsoleBoxProps) {
  const subject = useContext(BoxSubject)
  return (
    <section id={id} className="console-box" aria-label={subject === '' ? title : `${title}: ${subject}`}>
      <h2>
        {title}
        {note && <span>{note}</span>}
      </h2>
      {children}
    </section>
  )
}

/** Stands in place of a list that has no entry yet, and says how the first one comes. */
export function EmptyList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="console-box console-empty" aria-label={label}>
      <p>{children}</p>
    </section>
  )
}

interface FactsProps {
  className?: string
  facts: Readonly<Record<string, ReactNode>>
}

/** Names with their values. A value that is absent or false is left out with its name. */
export function Facts({ className = 'console-facts', facts }: FactsProps) {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null && value !== false)
  return (
    <dl className={className}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The 404 page of the console. `way`: the page to continue with. */
export function NotInConsole({ way }: { way: { href: string; text: string } }) {
  return (
    <ConsolePage title="There is nothing at this address">
      <div className="console-box console-text">
        <p>Check the address for typing errors.</p>
        <p>
          <ButtonLink size="sm" href={way.href}>
            {way.text}
          </ButtonLink>
        </p>
      </div>
    </ConsolePage>
  )
}

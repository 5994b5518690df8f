import { useState } from 'react'
import type { AskedSource } from '#lib/console/client/use-skill-offers.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConsoleForm } from '../console-form.tsx'

interface SourceProblemsProps {
  asked: readonly AskedSource[]
  /** The sources that the operator has added, and can take away. */
  added: readonly string[]
  onRemove: (source: string) => void
}

/** The sources that could not be asked, with the reasons. */
export const failedOf = (asked: readonly AskedSource[]) =>
  asked.flatMap((one) => {
    const problem = one.error?.message ?? one.answer?.problem ?? null
    return problem === null || one.isFetching ? [] : [{ ...one, problem }]
  })

/** Why sources could not be asked, and how old what the list shows of them is. The others stay in the list. */
export function SourceProblems({ asked, added, onRemove }: SourceProblemsProps) {
  return (
    <div id="source-problems" className="console-stack">
      {failedOf(asked).map(({ source, answer, problem, askAgain }) => (
        <Notice
          key={source}
          tone="warn"
          role="note"
          action={
            <div className="action-row">
              <Button size="sm" aria-label={`Ask again: ${source}`} onClick={askAgain}>
                Ask again
              </Button>
              {added.includes(source) && (
                <Button size="sm" variant="quiet" aria-label={`Leave out: ${source}`} onClick={() => onRemove(source)}>
                  Leave out
                </Button>
              )}
            </div>
          }
        >
          <b className="source-name">{source}</b> {problem}{' '}
          {answer !== undefined && answer.offers.length > 0
            ? `The list shows what it offered ${ageOf(answer.age_ms)}.`
            : 'Nothing that it offers is known.'}{' '}
          Installed skills are unaffected.
        </Notice>
      ))}
    </div>
  )
}

function ageOf(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'less than a minute ago'
  if (minutes < 120) return `${minutes} min ago`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h ago` : `${Math.round(hours / 24)} days ago`
}

/** Adds a source to the list. Only its own page keeps it; installing a skill of it makes it a known source. */
export function AddSource({ onAdd, onCancel }: { onAdd: (source: string) => void; onCancel: () => void }) {
  const [text, setText] = useState('')
  return (
    <ConsoleForm
      className="console-box console-form"
      label="Add a source"
      onSubmit={() => text.trim() !== '' && onAdd(text.trim())}
      submit={['List its skills', '']}
      isBusy={false}
      onCancel={onCancel}
    >
      <TextField
        label="Source"
        placeholder="owner/repo"
        hint="owner/repo, https://…/x.git, an archive, well-known:example.com, registry:https://…, or /a/folder of this machine."
        className="field-input mono"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </ConsoleForm>
  )
}

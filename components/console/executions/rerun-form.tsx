import { useRouter } from 'next/navigation'
import { useEffect, useId, useRef, useState } from 'react'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import { type Rerun, StartedRerun } from '#lib/console/model/console-executions.ts'
import { Button } from '../../ui/button.tsx'
import { ActionButton } from '../action-button.tsx'
import { ConsoleBox } from '../console-page.tsx'
import { Failure } from '../failure.tsx'
import { useFocusBack } from '../focus-page.ts'

interface RerunFormProps {
  id: string
  /** The code of the execution. */
  text: string
  onClose: () => void
}

/** Runs a script again, with the same code or a changed one, and opens the new execution. */
export function RerunForm({ id, text, onClose }: RerunFormProps) {
  const router = useRouter()
  const field = useId()
  const code = useRef<HTMLTextAreaElement>(null)
  const [script, setScript] = useState(text)
  const focusBack = useFocusBack()
  const close = () => {
    onClose()
    focusBack()
  }
  useEffect(() => code.current?.focus(), [])
  const rerun = useConsoleChange(StartedRerun, {
    path: (_: Rerun) => `/executions/${id}/rerun`,
    invalidates: ['/executions'],
  })
  const isChanged = script !== text
  return (
    <ConsoleBox title="Run again">
      <form
        className="console-form"
        onKeyDown={({ key }) => {
          if (key === 'Escape') close()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          rerun.mutate(isChanged ? { script } : {}, {
            onSuccess: ({ id: started }) => router.push(`/console/executions/${started}`),
          })
        }}
      >
        <div className="field">
          <label className="field-label" htmlFor={field}>
            Code
          </label>
          <textarea
            ref={code}
            id={field}
            className="field-input console-mono"
            rows={12}
            spellCheck={false}
            aria-describedby={`${field}-hint`}
            value={script}
            onChange={({ target }) => setScript(target.value)}
          />
          <p id={`${field}-hint`} className="field-hint">
            It is a new execution in your name. It may do what its profile may do now, and what it sends is really sent.
          </p>
        </div>
        <Failure error={rerun.error}>The script was not started.</Failure>
        <div className="action-row">
          <Button onClick={close}>Keep it</Button>
          <ActionButton type="submit" variant="accent" isOff={rerun.isPending || script.trim() === ''}>
            {rerun.isPending ? 'Starting …' : isChanged ? 'Run the changed code' : 'Run the same code'}
          </ActionButton>
        </div>
      </form>
    </ConsoleBox>
  )
}

import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import { type Rerun, StartedRerun } from '#lib/console/model/console-executions.ts'
import { ConsoleForm, TextArea } from '../console-form.tsx'
import { ConsoleBox } from '../console-page.tsx'
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
  const code = useRef<HTMLTextAreaElement>(null)
  const [script, setScript] = useState(text)
  const focusBack = useFocusBack()
  const close = () => {
    onClose()
    focusBack()
  }
  useEffect(() => code.current?.focus(), [])
  const rerun = useConsoleChange(StartedRerun, (_: Rerun) => `/executions/${id}/rerun`)
  const isChanged = script !== text
  return (
    <ConsoleBox title="Run again">
      <ConsoleForm
        onSubmit={() =>
          rerun.mutate(isChanged ? { script } : {}, {
            onSuccess: ({ id: started }) => router.push(`/console/executions/${started}`),
          })
        }
        submit={[isChanged ? 'Run the changed code' : 'Run the same code', 'Starting …']}
        isBusy={rerun.isPending}
        isOff={script.trim() === ''}
        error={rerun.error}
        failure="The script was not started."
        onCancel={close}
        cancelText="Keep it"
        escapes
      >
        <TextArea
          ref={code}
          label="Code"
          className="console-mono"
          rows={12}
          spellCheck={false}
          hint="It is a new execution in your name. It may do what its profile may do now, and what it sends is really sent."
          value={script}
          onChange={({ target }) => setScript(target.value)}
        />
      </ConsoleForm>
    </ConsoleBox>
  )
}

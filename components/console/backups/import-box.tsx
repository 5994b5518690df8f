import { useEffect, useRef, useState } from 'react'
import { useConsoleChange } from '#lib/console/client/use-console.ts'
import { Done } from '#lib/console/model/console-executions.ts'
import { ImportPreview } from '#lib/console/model/console-move.ts'
import { ConsoleForm, SecretField } from '../console-form.tsx'
import { ConsoleBox, useDone } from '../console-page.tsx'
import { ImportPreviewForm } from './import-preview.tsx'

interface ImportBoxProps {
  id: string
  /** Of the file. */
  name: string
  onClose: () => void
}

/** An uploaded file: asks for its passphrase, then shows what an import would do. */
export function ImportBox({ id, name, onClose }: ImportBoxProps) {
  const [passphrase, setPassphrase] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const say = useDone()
  const preview = useConsoleChange(ImportPreview, `/imports/${id}/preview`, {
    body: (typed: string) => ({ passphrase: typed }),
  })
  const drop = useConsoleChange(Done, `/imports/${id}`, { method: 'DELETE' })
  const close = (sentence: string) => {
    onClose()
    say(sentence)
  }
  useEffect(() => field.current?.focus(), [])
  const cancel = () => {
    drop.mutate()
    close('Nothing was imported.')
  }
  if (preview.data) {
    return (
      <ImportPreviewForm
        id={id}
        name={name}
        passphrase={passphrase}
        preview={preview.data}
        onAgain={() => preview.mutate(passphrase)}
        onCancel={cancel}
        onClose={close}
      />
    )
  }
  const wrong = preview.error?.details.passphrase
  return (
    <ConsoleBox title={`Import ${name}`} note="nothing is written yet">
      <ConsoleForm
        label="Passphrase"
        onSubmit={() => preview.mutate(passphrase, { onError: () => field.current?.select() })}
        submit={['Open', 'Opening …']}
        isBusy={preview.isPending}
        isOff={passphrase === ''}
        error={wrong ? null : preview.error}
        failure="The file was not opened."
        onCancel={cancel}
      >
        <SecretField
          ref={field}
          label="Passphrase of the file"
          value={passphrase}
          error={wrong}
          onChange={({ target }) => setPassphrase(target.value)}
        />
      </ConsoleForm>
    </ConsoleBox>
  )
}

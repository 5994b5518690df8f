import { useEffect, useRef, useState } from 'react'
import { useDropImport, usePreview } from '#lib/console/client/use-moving.ts'
import { Button } from '../../ui/button.tsx'
import { ConsoleBox } from '../console-page.tsx'
import { Failure } from '../failure.tsx'
import { SecretField } from '../secret-field.tsx'
import { ImportPreviewForm } from './import-preview.tsx'

interface ImportBoxProps {
  id: string
  /** Of the file. */
  name: string
  onClose: (sentence: string) => void
}

/** An uploaded file: asks for its passphrase, then shows what an import would do. */
export function ImportBox({ id, name, onClose }: ImportBoxProps) {
  const [passphrase, setPassphrase] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const preview = usePreview(id)
  const drop = useDropImport(id)
  useEffect(() => field.current?.focus(), [])
  const cancel = () => {
    drop.mutate()
    onClose('Nothing was imported.')
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
        onClose={onClose}
      />
    )
  }
  const wrong = preview.error?.details.passphrase
  return (
    <ConsoleBox title={`Import ${name}`} note="nothing is written yet">
      <form
        className="console-form"
        aria-label="Passphrase"
        onSubmit={(event) => {
          event.preventDefault()
          if (preview.isPending || passphrase === '') return
          preview.mutate(passphrase, { onError: () => field.current?.select() })
        }}
      >
        <SecretField
          ref={field}
          label="Passphrase of the file"
          value={passphrase}
          error={wrong}
          onChange={({ target }) => setPassphrase(target.value)}
        />
        {!wrong && <Failure error={preview.error}>The file was not opened.</Failure>}
        <div className="action-row">
          <Button type="submit" variant="accent" aria-disabled={preview.isPending || passphrase === ''}>
            {preview.isPending ? 'Opening …' : 'Open'}
          </Button>
          <Button onClick={cancel}>Cancel</Button>
        </div>
      </form>
    </ConsoleBox>
  )
}

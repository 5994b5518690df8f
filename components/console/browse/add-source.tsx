import { useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import { ConsoleForm } from '../console-form.tsx'

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

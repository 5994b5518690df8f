import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Adds a source to the list. Only its own page keeps it; installing a skill of it makes it a known source. */
export function AddSource({ onAdd, onCancel }: { onAdd: (source: string) => void; onCancel: () => void }) {
  const [text, setText] = useState('')
  return (
    <form
      className="console-box console-form"
      aria-label="Add a source"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onAdd(text.trim())
      }}
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
      <div className="action-row">
        <Button type="submit" variant="accent">
          List its skills
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

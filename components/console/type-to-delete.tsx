import { type ReactNode, useState } from 'react'
import { TextField } from '../ui/text-field.tsx'
import { ConsoleForm } from './console-form.tsx'

interface TypeToDeleteProps {
  className?: string
  /** What the operator types before the button works. */
  word: string
  /** The label of the field, which asks for the word. */
  label: string
  /** The text of the button. */
  text: string
  request: { isPending: boolean; error: Error | null }
  failure: string
  onDelete: () => void
  children: ReactNode
}

/** A form that deletes something once its name is typed. `children`: what follows from it. */
export function TypeToDelete({
  className,
  word,
  label,
  text,
  request,
  failure,
  onDelete,
  children,
}: TypeToDeleteProps) {
  const [typed, setTyped] = useState('')
  return (
    <ConsoleForm
      {...(className !== undefined && { className })}
      label="Delete"
      onSubmit={onDelete}
      submit={[text, 'Deleting …']}
      variant="stop"
      isBusy={request.isPending}
      isOff={typed !== word}
      error={request.error}
      failure={failure}
    >
      {children}
      <TextField
        label={label}
        placeholder={word}
        className="field-input mono"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </ConsoleForm>
  )
}

import { type ComponentProps, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { moreIcons } from '../ui/more-icons.ts'
import { TextField } from '../ui/text-field.tsx'

/** A field for a secret value. A button shows the typed value. No browser stores or completes it. */
export function SecretField(props: ComponentProps<typeof TextField>) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="secret-field">
      <TextField
        {...props}
        className="field-input mono"
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        autoCapitalize="off"
        spellCheck={false}
      />
      <button
        type="button"
        className="secret-field-eye middle"
        aria-pressed={isShown}
        aria-label={`Show what is typed for ${String(props.label).toLowerCase()}`}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon name={moreIcons.eye} />
      </button>
    </div>
  )
}

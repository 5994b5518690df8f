import { Icon } from './icon.tsx'

/** The sentence under a field that was refused. The field points to `id` with aria-describedby. */
export function FieldError({ id, children }: { id: string; children?: string | undefined }) {
  if (!children) return null
  return (
    <p id={id} className="field-error">
      <Icon name="warn" small />
      <span>{children}</span>
    </p>
  )
}

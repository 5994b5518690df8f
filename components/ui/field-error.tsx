import { Icon } from './icon.tsx'

/** The error under an invalid field. The field references `id` with aria-describedby. */
export function FieldError({ id, children }: { id: string; children?: string | undefined }) {
  if (!children) return null
  return (
    <p id={id} className="field-error">
      <Icon name="warn" small />
      <span>{children}</span>
    </p>
  )
}

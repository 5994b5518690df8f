import { Notice } from '../ui/notice.tsx'

/** The server's message about the whole form. Focusable. */
export function FormAlert({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <div role="alert" tabIndex={-1}>
      <Notice tone="stop">{children}</Notice>
    </div>
  )
}

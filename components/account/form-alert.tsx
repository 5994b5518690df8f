import { Notice } from '../ui/notice.tsx'

/** What the server said of the form as a whole. It can take the focus. */
export function FormAlert({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <div role="alert" tabIndex={-1}>
      <Notice tone="stop">{children}</Notice>
    </div>
  )
}

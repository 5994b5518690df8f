import { Notice } from '../ui/notice.tsx'

interface FormAlertProps {
  /** The language of the message, if the form is in another one. */
  lang?: string
  children: string | undefined
}

/** The server's message about the whole form. Focusable. */
export function FormAlert({ lang, children }: FormAlertProps) {
  if (!children) return null
  return (
    <div role="alert" tabIndex={-1} lang={lang}>
      <Notice tone="stop">{children}</Notice>
    </div>
  )
}

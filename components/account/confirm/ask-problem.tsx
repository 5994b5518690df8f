import { useEffect, useRef } from 'react'
import { Notice } from '../../ui/notice.tsx'

/** Why there is no new question. Takes the focus, which the pressed button lost while it was disabled. */
export function AskProblem({ children }: { children: string }) {
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => alert.current?.focus(), [])
  return (
    <div ref={alert} className="confirm-problem" role="alert" tabIndex={-1}>
      <Notice tone="stop">{children}</Notice>
    </div>
  )
}

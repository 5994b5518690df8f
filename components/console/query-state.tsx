import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConsoleError } from '#lib/client/console/call-console.ts'
import { useIsSlow } from '#lib/client/use-is-slow.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

interface QueryStateProps<Answer> {
  query: UseQueryResult<Answer, ConsoleError>
  /** What is being loaded: "Executions". */
  name: string
  children: (answer: Answer) => ReactNode
}

/** The response of a query. Before it arrives, states that the query loads, or why it failed, with a retry button. */
export function QueryState<Answer>({ query, name, children }: QueryStateProps<Answer>) {
  const { data, error, isFetching, refetch } = query
  const failure = error && (
    <Notice
      tone="stop"
      role="alert"
      action={
        // The same wrong request would be refused again.
        error.code !== 'INVALID_INPUT' && (
          <Button size="sm" disabled={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        )
      }
    >
      {name} could not be read. {error.message}
    </Notice>
  )
  if (data === undefined) {
    return failure || <Loading name={name} />
  }
  return (
    <>
      {failure}
      {children(data)}
    </>
  )
}

/** Shows a text only after a delay, because a short wait needs none. */
function Loading({ name }: { name: string }) {
  const isSlow = useIsSlow(true)
  return (
    <p className="console-loading" role="status">
      {isSlow && `Reading ${name.toLowerCase()} …`}
    </p>
  )
}

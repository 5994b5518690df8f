import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConsoleError } from '#lib/console/client/call-console.ts'
import { useIsSlow } from '#lib/platform/client/use-is-slow.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { ActionButton } from './console-form.tsx'
import { focusPage } from './focus-page.ts'

interface QueryStateProps<Answer> {
  query: UseQueryResult<Answer, ConsoleError>
  /** What is being loaded: "Executions". */
  name: string
  /** The link to offer if the same request can only fail again, such as to the list of a missing profile. */
  wayOut?: { href: string; text: string } | undefined
  /** Why the request is wrong, in plainer words than those of the API. */
  mistake?: string | undefined
  children: (answer: Answer) => ReactNode
}

/** The failures that the same request meets again. */
const lasting: readonly string[] = ['INVALID_INPUT', 'NOT_FOUND', 'SKILL_NOT_FOUND']

/** The response of a query. Before it arrives, states that the query loads, or why it failed, and what to do next. */
export function QueryState<Answer>({ query, name, wayOut, mistake, children }: QueryStateProps<Answer>) {
  const { data, error, isFetching, refetch } = query
  const failure = error && (
    <Notice
      tone="stop"
      role="alert"
      action={
        lasting.includes(error.code) ? (
          wayOut && (
            <ButtonLink size="sm" href={wayOut.href}>
              {wayOut.text}
            </ButtonLink>
          )
        ) : (
          <div className="action-row">
            {error.code === 'UNAUTHENTICATED' && (
              <ButtonLink size="sm" href="/sign-in?next=/console" target="_blank">
                Sign in
              </ButtonLink>
            )}
            <ActionButton
              size="sm"
              isOff={isFetching}
              // Without an earlier answer, the button is gone while it reads.
              onClick={({ currentTarget: pressed }) =>
                void refetch().then(({ isSuccess }) => (isSuccess || !pressed.isConnected) && focusPage(pressed))
              }
            >
              Try again
            </ActionButton>
          </div>
        )
      }
    >
      {name} could not be read. {(error.code === 'INVALID_INPUT' && mistake) || error.message}
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

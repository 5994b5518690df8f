import { ConsoleMessage, ConsoleMessages } from '#lib/agents/model/operator-message-view.ts'
import { Done } from '../model/console-executions.ts'
import { useConsoleChange, useConsoleQuery } from './use-console.ts'

/** Messages are delivered while the page is open. */
const readAgainMs = 5_000

/** The answers that a change of messages affects. */
export const changedMessages = ['/messages', '/counts']

type Reading = { readonly id: string; readonly is_read: boolean }

export const useMessages = (query: URLSearchParams) =>
  useConsoleQuery(ConsoleMessages, query.size === 0 ? '/messages' : `/messages?${query}`, {
    pollMs: () => readAgainMs,
    keepsPrevious: true,
  })

export const useRetryMessage = () =>
  useConsoleChange(ConsoleMessage, {
    path: (id: string) => `/messages/${id}/retry`,
    body: () => undefined,
    invalidates: ['/messages'],
  })

export const useReadMessage = () =>
  useConsoleChange(ConsoleMessage, {
    path: ({ id }: Reading) => `/messages/${id}/read`,
    body: ({ is_read }) => ({ is_read }),
    invalidates: changedMessages,
  })

export const useDeleteMessage = () =>
  useConsoleChange(Done, {
    method: 'DELETE',
    path: (id: string) => `/messages/${id}`,
    body: () => undefined,
    invalidates: changedMessages,
  })

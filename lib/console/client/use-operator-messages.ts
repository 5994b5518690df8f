import { ConsoleMessage, ConsoleMessages } from '#lib/agents/model/operator-message-view.ts'
import { Done } from '../model/console-executions.ts'
import { useConsoleChange, useConsoleQuery } from './use-console.ts'

/** Messages are delivered while the page is open. */
const readAgainMs = 5_000

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
    path: (id: string) => `/messages/${id}/read`,
    body: () => undefined,
    invalidates: ['/messages', '/counts'],
  })

export const useDeleteMessage = () =>
  useConsoleChange(Done, {
    method: 'DELETE',
    path: (id: string) => `/messages/${id}`,
    body: () => undefined,
    invalidates: ['/messages', '/counts'],
  })

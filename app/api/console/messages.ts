import {
  ConsoleMessage,
  ConsoleMessages,
  MessageParams,
  MessageQuery,
  MessageReading,
} from '#lib/agents/model/operator-message-view.ts'
import { defineRoute } from '#lib/compose/define-route.ts'
import { Done } from '#lib/console/model/console-executions.ts'
import { operatorsOnly, operatorsRead } from '#lib/console/server/operators-only.ts'
import type { RouteTable } from '#lib/platform/server/http/route-table.ts'

export const messageRoutes = {
  'GET messages': defineRoute({
    ...operatorsRead,
    query: MessageQuery,
    output: ConsoleMessages,
    handle: ({ input, services }) => services.manageMessages.list(input),
  }),

  'DELETE messages/[id]': defineRoute({
    ...operatorsOnly,
    params: MessageParams,
    output: Done,
    handle: ({ params: { id }, context, services }) => services.manageMessages.remove(context, id),
  }),

  /** Marks the message as read or unread, for all operators. */
  'POST messages/[id]/read': defineRoute({
    ...operatorsOnly,
    params: MessageParams,
    body: MessageReading,
    output: ConsoleMessage,
    handle: ({ params: { id }, input, services }) => services.manageMessages.markRead(id, input.is_read),
  }),

  /** Tries to deliver the message now. */
  'POST messages/[id]/retry': defineRoute({
    ...operatorsOnly,
    params: MessageParams,
    handle: ({ params: { id }, context, services }) => services.manageMessages.retry(context, id),
  }),
} satisfies RouteTable

import { defineRoute } from '#lib/compose/define-route.ts'
import { SeenAnswers, SeenQuery } from '#lib/travel/model/saved-search.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  operation: 'seeAlerts',
  summary: 'Marks the price alerts of the person as seen: those until a time, or all.',
  who: 'session',
  limit: 'default',
  query: SeenQuery,
  answers: { 200: { description: 'How many were unread', schema: SeenAnswers } },
  async handle({ context: { principal }, input: { until }, services: { savedSearches } }) {
    return {
      body: { seen: await savedSearches.markSeen(principal, until === undefined ? undefined : new Date(until)) },
    }
  },
})

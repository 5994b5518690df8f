import { defineRoute } from '#lib/compose/define-route.ts'
import { SavedSearchAnswer, SaveSearch } from '#lib/travel/model/saved-search.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  operation: 'saveSearch',
  summary: 'Saves a search, which the app then repeats to note its prices.',
  who: 'session',
  limit: 'searchRuns',
  body: SaveSearch,
  bodyLimitBytes: 8 * 1024,
  answers: {
    200: { description: 'The search was saved before', schema: SavedSearchAnswer },
    201: { description: 'The search is saved', schema: SavedSearchAnswer },
  },
  errors: ['CONFLICT'],
  async handle({ input, context, services, signal }) {
    const saved = await services.savedSearches.save(input, context, signal)
    return saved.ok ? { body: saved.value, status: saved.value.is_new ? 201 : 200 } : saved
  },
})

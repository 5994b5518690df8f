import { defineRoute } from '#lib/compose/define-route.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'
import { AccountExport } from '#lib/travel/model/account-export.ts'

const headers = { 'content-disposition': 'attachment; filename="travel-aw-account.json"' }

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  operation: 'exportAccount',
  summary: "Downloads a copy of the person's own data.",
  who: 'session',
  limit: 'accountExport',
  answers: { 200: { description: 'The data, as a file', schema: AccountExport } },
  async handle({ context: { principal }, services }) {
    const body = await services.exportAccount(principal)
    return body === undefined ? refuse('UNAUTHENTICATED') : { body, headers }
  },
})

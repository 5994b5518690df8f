import { defineRoute } from '#lib/compose/define-route.ts'
import { refuse } from '#lib/platform/server/http/outcome.ts'

/** Answers unknown paths under /api with a JSON error instead of the HTML page. */
const nothingHere = defineRoute({ who: 'anyone', limit: 'default', handle: () => refuse('NOT_FOUND') })

export {
  nothingHere as DELETE,
  nothingHere as GET,
  nothingHere as HEAD,
  nothingHere as OPTIONS,
  nothingHere as PATCH,
  nothingHere as POST,
  nothingHere as PUT,
}

import { refuse } from '#lib/http/outcome.ts'
import { defineRoute } from '#lib/server.ts'

export const dynamic = 'force-dynamic'

/** An address under /api that is none: told as every refusal, and not with the page for people. */
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

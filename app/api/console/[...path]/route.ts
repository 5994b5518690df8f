import { answerFrom } from '#lib/platform/server/http/route-table.ts'
import { GET as nothingHere } from '../../[[...path]]/route.ts'
import { consoleRoutes } from '../routes.ts'

const answer = answerFrom(consoleRoutes, nothingHere)

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
}

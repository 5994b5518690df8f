import { defineRoute } from '#lib/compose/define-route.ts'
import { PlanRequest } from '#lib/console/model/console-install.ts'
import { planLines } from '#lib/console/server/installing/install-skill.ts'
import { changesSkills } from '#lib/console/server/operators-only.ts'
import { ndjsonResponse } from '#lib/platform/server/http/ndjson.ts'

/** Fetches and checks a skill, and answers with each step and then the plan. Approves and executes nothing. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.post({
  ...changesSkills,
  body: PlanRequest,
  handle: ({ input, services, request, requestId, signal }) =>
    ndjsonResponse({
      signal,
      accept: request.headers.get('accept'),
      onError: (cause) => services.log.error('the plan of an installation failed', { requestId, cause }),
      lines: (stream) => planLines(services, input, stream),
    }),
})

import { defineRoute } from '#lib/compose/define-route.ts'
import {
  Installed,
  OffersQuery,
  PlanApproval,
  PlanRequest,
  SkillSources,
  SourceOffers,
} from '#lib/console/model/console-install.ts'
import { installSkill, planLines } from '#lib/console/server/installing/install-skill.ts'
import { listOffers, listSources } from '#lib/console/server/installing/list-offers.ts'
import { changesSkills, operatorsRead } from '#lib/console/server/operators-only.ts'
import { ndjsonResponse } from '#lib/platform/server/http/ndjson.ts'
import type { RouteTable } from '#lib/platform/server/http/route-table.ts'

export const installingRoutes = {
  /** The known sources of skills, and the skills that are here. */
  'GET skill-sources': defineRoute({
    ...operatorsRead,
    output: SkillSources,
    handle: async ({ services }) => ({ body: await listSources(services) }),
  }),

  /** What one source offers. Each source has its own request, so that none waits for another. */
  'GET skill-offers': defineRoute({
    ...operatorsRead,
    query: OffersQuery,
    output: SourceOffers,
    handle: ({ input, services, signal }) => listOffers(services, input.source, signal),
  }),

  /** Fetches and checks a skill, and answers with each step and then the plan. Approves and executes nothing. */
  'POST skill-plans': defineRoute({
    ...changesSkills,
    body: PlanRequest,
    handle: ({ input, services, request, requestId, signal }) =>
      ndjsonResponse({
        signal,
        accept: request.headers.get('accept'),
        onError: (cause) => services.log.error('the plan of an installation failed', { requestId, cause }),
        lines: (stream) => planLines(services, input, stream),
      }),
  }),

  /** Approves and installs the plan that the page shows. */
  'POST skill-installs': defineRoute({
    ...changesSkills,
    body: PlanApproval,
    output: Installed,
    handle: ({ input, context, services, signal }) => installSkill(services, context, input, signal),
  }),
} satisfies RouteTable

import { join } from 'node:path'
import { testSkillFolder } from '#runner/manifest/testing/skill-folder.ts'

testSkillFolder(join(import.meta.dirname, '..'), {
  manifest: {
    name: 'flight-search-duffel',
    capability: 'C-FLIGHT-SEARCH',
    provider: 'Duffel',
    policy: { user_initiated: true },
    network: { egress: ['api.duffel.com'], methods: ['GET', 'POST'] },
    secrets: ['DUFFEL_ACCESS_TOKEN'],
    credentials: { duffel: { kind: 'bearer', host: 'api.duffel.com', secret: 'DUFFEL_ACCESS_TOKEN' } },
  },
})

import { join } from 'node:path'
import { testSkillFolder } from '#runner/manifest/testing/skill-folder.ts'

testSkillFolder(join(import.meta.dirname, '..'), {
  manifest: {
    name: 'flight-search',
    capability: 'C-FLIGHT-SEARCH',
    network: { egress: ['api.amadeus.com'], methods: ['GET', 'POST'] },
  },
})

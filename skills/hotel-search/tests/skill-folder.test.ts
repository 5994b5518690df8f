import { join } from 'node:path'
import { testSkillFolder } from '#runner/manifest/testing/skill-folder.ts'

testSkillFolder(join(import.meta.dirname, '..'), {
  manifest: {
    name: 'hotel-search',
    capability: 'C-HOTEL-SEARCH',
    network: { egress: ['api.amadeus.com'], methods: ['GET'] },
  },
  maxCode: 57_000,
})

import { join } from 'node:path'
import { testSkillFolder } from '#runner/manifest/testing/skill-folder.ts'

testSkillFolder(join(import.meta.dirname, '..'), {
  manifest: {
    name: 'hotel-search-liteapi',
    capability: 'C-HOTEL-SEARCH',
    provider: 'LiteAPI',
    network: { egress: ['api.liteapi.travel', 'static.cupid.travel'], methods: ['GET', 'POST'] },
    secrets: ['LITEAPI_KEY'],
    credentials: {
      liteapi: { kind: 'header', host: 'api.liteapi.travel', header: 'X-API-Key', secret: 'LITEAPI_KEY' },
    },
  },
})

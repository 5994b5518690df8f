import * as z from 'zod'
import { TravelConfig } from '#runner/contract/travel-config.ts'

/** The path of the published JSON Schema of `travel.config.json`, relative to the project. */
export const schemaFile = 'docs/travel.config.schema.json'

export function travelConfigSchema(): object {
  return { title: 'travel.config.json', ...z.toJSONSchema(TravelConfig, { io: 'input', target: 'draft-7' }) }
}

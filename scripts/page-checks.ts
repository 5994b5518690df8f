import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { CheckShape } from '../lib/travel/model/check-shape.ts'
import { ExchangeRates } from '../lib/travel/model/exchange-rates.ts'
import { DateLine } from '../lib/travel/model/flights/date-price.ts'
import { placesAnswerSchema } from '../lib/travel/model/place.ts'
import { RecentSearch } from '../lib/travel/model/recent-search.ts'
import { ProfileFields } from '../lib/travel/model/travel-profile.ts'
import { FlightOffer } from '../runner/contract/capabilities/flight-result.ts'
import { HotelOffer } from '../runner/contract/capabilities/hotel-result.ts'
import { Refusal } from '../runner/contract/errors.ts'
import { Json, SkillOutput } from '../runner/contract/skill-io.ts'
import { SearchLine } from '../runner/contract/stream.ts'
import { main, root } from './steps.ts'

/** The folder of the generated checks, relative to the project. */
export const checksFolder = 'lib/travel/model/generated'

interface Shape {
  schema: z.ZodType
  /** The name of the type, and the module that exports it. */
  type: string
  from: string
}

/** The schemas with which pages validate what they read, each with its type. */
export const shapesOfPages: Readonly<Record<string, Shape>> = {
  'date-line': { schema: DateLine, type: 'DateLine', from: '../flights/date-price.ts' },
  'exchange-rates': { schema: ExchangeRates, type: 'ExchangeRates', from: '../exchange-rates.ts' },
  'flight-offer': {
    schema: FlightOffer,
    type: 'FlightResult',
    from: '#runner/contract/capabilities/flight-result.ts',
  },
  'hotel-offer': { schema: HotelOffer, type: 'HotelResult', from: '#runner/contract/capabilities/hotel-result.ts' },
  'places-answer': { schema: placesAnswerSchema, type: 'PlacesAnswer', from: '../place.ts' },
  'recent-search': { schema: RecentSearch, type: 'RecentSearch', from: '../recent-search.ts' },
  refusal: { schema: Refusal, type: 'Refusal', from: '#runner/contract/errors.ts' },
  'search-line': { schema: SearchLine, type: 'SearchLine', from: '#runner/contract/stream.ts' },
  'skill-output': { schema: SkillOutput, type: 'SkillOutput', from: '#runner/contract/skill-io.ts' },
  'travel-profile': { schema: ProfileFields, type: 'TravelProfile', from: '../usual-profile.ts' },
}

/** The used fields of a Zod rule. */
const Rule = z.object({ check: z.string().optional(), format: z.string().optional(), pattern: z.unknown().optional() })

/** The source of a check module: its type guard validates a value and fills in defaults. */
export function checkModule({ schema: shape, type, from }: Shape): string {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // `Json` needs no check, because values on a page come from JSON.parse.
      if (zodSchema !== Json) for (const rule of rulesOf(zodSchema)) refuseUnwritten(rule)
      // Redundant: Zod also writes every remaining format as a pattern.
      delete jsonSchema.format
    },
  })
  const understood = JSON.stringify(CheckShape.parse(schema), withoutCertain)
  return `// Made by scripts/page-checks.ts.
import type { ${type} } from '${from}'
import { createCheck } from '../create-check.ts'

export const is${type} = /* @__PURE__ */ createCheck<${type}>(${understood})
`
}

/**
 * Removes parts of a schema that every JSON value meets: `propertyNames` of type string, and unrestricted
 * `additionalProperties`. Also removes those that follow from another part: the type of a listed value, and the bounds of
 * a safe integer, which the check of the type includes.
 */
function withoutCertain(this: unknown, name: string, part: unknown): unknown {
  const { type, ...others } = Object(this)
  const isCertain =
    (name === 'propertyNames' && isDeepStrictEqual(part, { type: 'string' })) ||
    (name === 'additionalProperties' && isDeepStrictEqual(part, {})) ||
    (name === 'type' && typeof part === 'string' && ('const' in others || Array.isArray(others.enum))) ||
    (name === 'maximum' && type === 'integer' && part === Number.MAX_SAFE_INTEGER) ||
    (name === 'minimum' && type === 'integer' && part === Number.MIN_SAFE_INTEGER)
  return isCertain ? undefined : part
}

/** The rules of a schema; a format schema is itself a rule. */
function rulesOf({ _zod: { def } }: z.core.$ZodType): object[] {
  return [def, ...(def.checks ?? []).map((rule) => rule._zod.def)]
}

/**
 * Rejects custom code and formats without a pattern: JSON Schema cannot express them, so the generated check would
 * accept more.
 */
function refuseUnwritten(rule: object): void {
  const { check, format, pattern } = Rule.parse(rule)
  if (check === 'custom' || check === 'overwrite') throw new TypeError(`JSON Schema cannot express a ${check} rule`)
  if (check === 'string_format' && pattern === undefined) throw new TypeError(`the format ${format} has no pattern`)
}

if (import.meta.main) {
  await main(async () => {
    mkdirSync(join(root, checksFolder), { recursive: true })
    for (const [name, shape] of Object.entries(shapesOfPages)) {
      writeFileSync(join(root, checksFolder, `${name}.ts`), checkModule(shape))
    }
    return 0
  })
}

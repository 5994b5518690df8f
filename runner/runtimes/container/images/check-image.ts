import { isDeepStrictEqual } from 'node:util'
import { skillFolder } from '../../../manifest/skill-layout.ts'
import { type Assembly, ImageConfig, type ImageDescription } from './image-engine.ts'

type CheckedImage = {
  readonly base: ImageDescription
  readonly made: ImageDescription
  /** The requested configuration. */
  readonly config: Assembly['config']
  /** Changed files as reported by the engine, as absolute paths. */
  readonly changes: readonly string[]
}

/** The differences between an image and the request; empty: there are none. */
export function problemsOf({ base, made, config, changes }: CheckedImage): string[] {
  const outside = changes.filter((path) => path !== skillFolder && !path.startsWith(`${skillFolder}/`))
  const expected = normal(config)
  const found = normal(made.config)
  const differing = keys.filter((key) => !isDeepStrictEqual(found[key], expected[key]))
  return [
    ...outside.map((path) => `it changes ${path}`),
    ...differing.map((key) => `its ${key} is ${JSON.stringify(found[key])}, not ${JSON.stringify(expected[key])}`),
    ...(isOneLayerOn(base.layers, made.layers) ? [] : ['it is not one layer on the base image']),
  ]
}

const keys = Object.keys(ImageConfig.shape)

/** Drops empty values, and the order of variables. */
function normal(config: Partial<ImageConfig>): Record<string, unknown> {
  const sorted = { ...config, ...(config.Env ? { Env: [...config.Env].sort() } : {}) }
  return Object.fromEntries(Object.entries(sorted).map(([key, value]) => [key, isEmpty(value) ? undefined : value]))
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  )
}

function isOneLayerOn(base: readonly string[], layers: readonly string[]): boolean {
  return base.length > 0 && layers.length === base.length + 1 && base.every((layer, at) => layer === layers[at])
}

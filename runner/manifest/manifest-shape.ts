import * as z from 'zod'
import { ManifestFields } from '../contract/manifest.ts'

type Shape = {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | boolean
  readonly items?: Shape
  readonly oneOf?: readonly Shape[]
}

const Shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    properties: z.record(z.string(), Shape).exactOptional(),
    additionalProperties: z.union([z.boolean(), Shape]).exactOptional(),
    items: Shape.exactOptional(),
    oneOf: z.array(Shape).exactOptional(),
  }),
)

/** Knows which keys a manifest may have where. */
export type ManifestShape = {
  /** The keys an object at `path` may have; empty where any key goes, or none. */
  keysAt(path: readonly PropertyKey[]): readonly string[]
}

/** Derived from the manifest's schema, so that no list of keys stands beside it. */
export function createManifestShape(): ManifestShape {
  const root = Shape.parse(z.toJSONSchema(ManifestFields, { io: 'input' }))
  return {
    keysAt(path) {
      let shapes: readonly Shape[] = [root]
      for (const part of path) shapes = shapes.flatMap((shape) => below(shape, part))
      return [...new Set(shapes.flatMap(({ properties }) => Object.keys(properties ?? {})))]
    },
  }
}

function below({ properties, additionalProperties, items, oneOf }: Shape, part: PropertyKey): Shape[] {
  const own = typeof part === 'number' ? items : (properties?.[String(part)] ?? additionalProperties)
  const found = typeof own === 'object' ? [own, ...(own.oneOf ?? [])] : []
  return [...found, ...(oneOf ?? []).flatMap((shape) => below(shape, part))]
}

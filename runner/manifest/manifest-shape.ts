import * as z from 'zod'

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

/** The allowed keys of each part of a manifest, or of another file with a schema. */
export type ManifestShape = {
  /** The keys that an object at `path` may have. Empty: any key is allowed, or `path` has no keys. */
  keysAt(path: readonly PropertyKey[]): readonly string[]
}

/** Derives the shape from a schema, so that there is no second list of keys. */
export function createManifestShape(schema: z.ZodType): ManifestShape {
  const root = Shape.parse(z.toJSONSchema(schema, { io: 'input' }))
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

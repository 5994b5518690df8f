import * as z from 'zod'

const number = z.number().optional()

/** The keywords of JSON Schema that `createCheck` supports. Any other keyword is an error. */
export const CheckShape = z.strictObject({
  type: z.enum(['object', 'array', 'string', 'boolean', 'number', 'integer', 'null']).optional(),
  const: z.json().optional(),
  enum: z.array(z.json()).optional(),
  pattern: z.string().optional(),
  maxLength: number,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  get items() {
    return CheckShape.optional()
  },
  minItems: number,
  get properties() {
    return z.record(z.string(), CheckShape).optional()
  },
  required: z.array(z.string()).optional(),
  get propertyNames() {
    return CheckShape.optional()
  },
  get additionalProperties() {
    return CheckShape.optional()
  },
  get allOf() {
    return z.array(CheckShape).optional()
  },
  get anyOf() {
    return z.array(CheckShape).optional()
  },
  get oneOf() {
    return z.array(CheckShape).optional()
  },
  /** The value of an absent property. */
  default: z.json().optional(),
})
export type CheckShape = z.infer<typeof CheckShape>

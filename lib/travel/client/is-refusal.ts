import type { Refusal } from '#runner/contract/errors.ts'
import { holds } from '../model/generated/refusal.ts'

export const isRefusal = (value: unknown): value is Refusal => holds(value)

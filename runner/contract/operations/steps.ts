import * as z from 'zod'
import { Json } from '../skill-io.ts'
import type { OperationDescriptor } from './descriptor.ts'

/** `at`: the place of the step, from 0. `fuel`: the units that are left for it and the steps after it. */
const StepArgs = z.strictObject({
  at: z.int().nonnegative(),
  skill: z.string(),
  action: z.string(),
  acts: z.boolean(),
  params: z.record(z.string(), Json),
  fuel: z.number().nonnegative(),
})

export const stepsOperations = {
  'steps.run': {
    args: StepArgs,
    /** What `StepAnswer` describes. */
    answer: Json,
    isOfPlatform: true,
    does: 'runs a step as an execution of its own',
    icon: 'play',
    title: (args) => {
      const { data } = StepArgs.pick({ at: true, skill: true, action: true }).loose().safeParse(args)
      return data ? `Step ${data.at + 1}: ${data.action} of ${data.skill}` : 'A step'
    },
  },
} as const satisfies Record<string, OperationDescriptor>

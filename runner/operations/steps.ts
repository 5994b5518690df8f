import { isObject, Json } from '../contract/skill-io.ts'
import { end, operationOf } from './operation.ts'

export const stepsOperations = {
  /** Only the runtime of steps gets an answer: no code of a skill runs other skills. */
  'steps.run': operationOf('steps.run', {
    // A step that only reads runs again if its process ended during it.
    isRepeatable: (args) => !(isObject(args) && args.acts === true),
    open:
      ({ runStep }) =>
      async (args) =>
        runStep
          ? { kind: 'value', value: Json.parse(await runStep(args)) }
          : end('CAPABILITY_DENIED', 'steps.run by the code of a skill'),
  }),
}

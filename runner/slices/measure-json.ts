import { type JsonSize, measuringJson } from './json-depth.ts'
import { runInSlices } from './run-in-slices.ts'

/** The depth and number of values of a text of any length. */
export function measureJson(json: string): Promise<JsonSize> {
  return runInSlices(measuringJson(json))
}

import { textReader } from '#runner/sdk/read-json.ts'

/** Fare conditions are the longest texts of an answer. */
export const asText = textReader(200)

import { textReader } from '#runner/sdk/read-json.ts'

/** The longest texts of an answer are fare conditions. */
export const asText = textReader(200)

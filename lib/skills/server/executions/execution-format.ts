/**
 * The format in which this version writes executions: their grant, recording, journal and seals. A process starts,
 * resumes and answers only executions whose format it knows, and leaves the others to processes of a newer version.
 * Raise it with a change that the version before cannot read.
 */
export const executionFormat = 1
